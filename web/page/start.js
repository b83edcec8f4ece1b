// Unpacks the page's own script and starts it.
import { inflated } from "./packed.js";

async function start() {
  const text = await inflated(document.querySelector("#script").textContent).text();
  const script = document.createElement("script");
  script.textContent = text;
  document.body.append(script);
}

start().catch((error) => {
  document.querySelector("#alerts").textContent = `The page does not start here: ${error.message}`;
});
