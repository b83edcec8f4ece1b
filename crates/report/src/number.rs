//! Numbers as they are printed: separators, a true minus, sensible decimals, and
//! no "-0".

use basement_survey::statistics::Interval;

pub(crate) use basement_floors::rooms::grouped as whole;

/// The least and the greatest of some numbers.
pub(crate) fn range_of(numbers: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    numbers.into_iter().fold(none, |(least, most), it| (least.min(it), most.max(it)))
}

/// "1 seed", "2 seeds".
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", whole(count), if count == 1 { "" } else { "s" })
}

/// A number with that many decimals, and a true minus below zero. Halves are rounded up, even if a sum
/// is an ulp below.
pub(crate) fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs() * (1.0 + 1e-12));
    let (digits, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let grouped = digits.parse().map_or_else(|_| digits.to_owned(), whole);
    let sign = if number < 0.0 && text.parse() != Ok(0.0_f64) { "−" } else { "" };
    format!("{sign}{grouped}{fraction}")
}

/// The same with a plus above zero.
pub(crate) fn signed(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    if number > 0.0 && text.parse() != Ok(0.0_f64) { format!("+{text}") } else { text }
}

/// A share as per cent: 12.3 %.
pub(crate) fn percent(share: f64, decimals: usize) -> String {
    format!("{} %", fixed(share * 100.0, decimals))
}

/// A part of a whole as per cent: never 100 % if something is left, nor 0 % if there is something.
pub(crate) fn share_of_all(share: f64, decimals: usize) -> String {
    let all = |decimals: usize| 0.5 / 10_f64.powi(decimals as i32 + 2);
    let is_near = |decimals: usize| {
        let near = all(decimals);
        (share > 0.0 && share < near) || (share < 1.0 && share >= 1.0 - near)
    };
    let decimals = if is_near(decimals) { decimals.max(1) } else { decimals };
    match share {
        share if !is_near(decimals) => percent(share, decimals),
        share if share < 0.5 => format!("under {}", percent(2.0 * all(decimals), decimals)),
        _ => format!("over {}", percent(1.0 - 2.0 * all(decimals), decimals)),
    }
}

/// An estimate as `text` writes it, with "about" if an end of its interval reads differently.
pub(crate) fn about(estimate: Interval, text: impl Fn(f64) -> String) -> String {
    let said = text(estimate.estimate);
    let is_sure = [estimate.lower, estimate.upper].into_iter().all(|end| text(end) == said);
    if is_sure { said } else { format!("about {said}") }
}

/// A bound that is never stated too small: rounded up.
pub(crate) fn at_most(bound: f64, decimals: usize) -> String {
    let unit = 10_f64.powi(decimals as i32);
    fixed((bound * unit - 1e-9).ceil() / unit, decimals)
}

/// Decimals that show two significant digits of a step.
pub(crate) fn decimals_for(step: f64) -> usize {
    if step <= 0.0 || !step.is_finite() {
        return 0;
    }
    let exponent = step.log10().floor();
    (1.0 - exponent).clamp(0.0, 6.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_reads_about_if_its_interval_rounds_to_two_values() {
        let said = |lower, upper| {
            about(Interval { estimate: 0.135, lower, upper }, |share| percent(share, 0))
        };
        assert_eq!(said(0.1351, 0.1449), "14 %");
        assert_eq!(said(0.134, 0.136), "about 14 %");
    }

    #[test]
    fn whole_numbers_have_separators() {
        assert_eq!(whole(0), "0");
        assert_eq!(whole(999), "999");
        assert_eq!(whole(20_000), "20,000");
        assert_eq!(whole(4_294_967_295), "4,294,967,295");
    }

    #[test]
    fn fixed_numbers_have_a_true_minus_and_no_negative_zero() {
        assert_eq!(fixed(-1234.56, 1), "−1,234.6");
        assert_eq!(fixed(-0.04, 1), "0.0");
        assert_eq!(fixed(2.0, 0), "2");
        assert_eq!([0.616_5, 0.616_499_999_999_999_9].map(|it| fixed(it, 3)), ["0.617", "0.617"]);
        assert_eq!(signed(0.25, 2), "+0.25");
        assert_eq!(signed(-0.25, 2), "−0.25");
        assert_eq!(signed(0.001, 2), "0.00");
        assert_eq!(percent(0.1234, 1), "12.3 %");
        assert_eq!(at_most(0.0131, 3), "0.014");
        assert_eq!(at_most(0.02, 3), "0.020");
    }

    #[test]
    fn a_share_reads_0_or_100_percent_only_if_it_is_exact() {
        let shown = |share| share_of_all(share, 0);
        assert_eq!([shown(0.0), shown(1.0), shown(0.384)], ["0 %", "100 %", "38 %"]);
        assert_eq!([shown(0.999), shown(0.9951)], ["99.9 %", "99.5 %"]);
        assert_eq!([shown(0.9996), shown(0.0004)], ["over 99.9 %", "under 0.1 %"]);
        assert_eq!([shown(0.003), shown(0.006)], ["0.3 %", "1 %"]);
        assert_eq!(share_of_all(0.99996, 2), "over 99.99 %");
    }

    #[test]
    fn decimals_show_two_digits_of_a_step() {
        assert_eq!(decimals_for(25.0), 0);
        assert_eq!(decimals_for(2.5), 1);
        assert_eq!(decimals_for(0.25), 2);
        assert_eq!(decimals_for(0.012), 3);
    }
}
