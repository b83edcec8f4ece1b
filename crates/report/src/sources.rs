//! The sources of the pages, by name and address. `docs/sources.md` says what each is good for.

/// A source that pages link to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) name: &'static str,
    /// Its name for places with little room.
    pub(crate) short: &'static str,
    pub(crate) address: &'static str,
}

/// The article on the Flash game's generator.
pub(crate) const FLASH_ARTICLE: Source = Source {
    name: "Dungeon Generation in Binding of Isaac, by Boris the Brave",
    short: "Boris the Brave",
    address: "https://www.boristhebrave.com/2020/09/12/dungeon-generation-in-binding-of-isaac/",
};
/// The wiki on how Rebirth makes floors, with pseudo-code from its reverse engineering.
pub(crate) const WIKI_LEVELS: Source = Source {
    name: "Level Generation, on the Rebirth wiki",
    short: "wiki: Level Generation",
    address: "https://bindingofisaacrebirth.fandom.com/wiki/Level_Generation",
};
/// Observations of finished maps by a player.
pub(crate) const PLAYER_STUDY: Source = Source {
    name: "Rules of map generation, a study by the player Uncausedruby2",
    short: "a player's study",
    address: "https://bindingofisaacrebirth.fandom.com/wiki/Talk:Level_Generation",
};
/// The wiki on kinds of rooms.
pub(crate) const WIKI_ROOMS: Source = Source {
    name: "Room, on the Rebirth wiki",
    short: "wiki: Room",
    address: "https://bindingofisaacrebirth.gamepedia.com/Room",
};
/// The wiki on the awards of cleared rooms.
pub(crate) const WIKI_AWARDS: Source = Source {
    name: "Room Clear Awards, on the Rebirth wiki",
    short: "wiki: Room Clear Awards",
    address: "https://bindingofisaacrebirth.wiki.gg/wiki/Room_Clear_Awards",
};

/// Three programs that make the game's floors, by members of the modding community: AIsaac,
/// isaac-levelgen and Isaac.LuaDecomps.
pub(crate) const PORTS: [Source; 3] = [
    port("AIsaac by Lceoliu", "https://github.com/Lceoliu/AIsaac"),
    port("isaac-levelgen by bladecoding", "https://github.com/bladecoding/isaac-levelgen"),
    port("Isaac.LuaDecomps by Guantol-Lemat", "https://github.com/Guantol-Lemat/Isaac.LuaDecomps"),
];

/// A program that is never named in short.
const fn port(name: &'static str, address: &'static str) -> Source {
    Source { name, short: name, address }
}

impl Source {
    /// A link to it under its name.
    pub(crate) fn link(self) -> String {
        format!("[{}]({})", self.name, self.address)
    }

    /// The same under its short name.
    pub(crate) fn in_short(self) -> String {
        format!("[{}]({})", self.short, self.address)
    }
}
