//! Which box-drawing character has which arms.
//!
//! Unicode has every mix of light and heavy arms but only some with double ones, so the character
//! is the nearest one with the same arms: a line never gains or loses a branch, at worst it changes
//! its weight at the crossing.

/// How strongly an arm is drawn. The numbers are the digits of the table below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Weight {
    #[default]
    None = 0,
    Light = 1,
    Heavy = 2,
    Double = 3,
}

/// The character whose arms up, right, down and left are nearest to these; `None` without arms.
pub fn character(arms: [Weight; 4]) -> Option<char> {
    use Weight::{Double, None};
    match arms {
        [None, None, None, None] => return Option::None,
        // There is no half of a double line.
        [None, Double, None, None] | [None, None, None, Double] => return Some('═'),
        [Double, None, None, None] | [None, None, Double, None] => return Some('║'),
        _ => {}
    }
    let near = TABLE.iter().filter_map(|&(code, character)| {
        let mut cost = 0;
        for (arm, shift) in arms.into_iter().zip([12, 8, 4, 0]) {
            cost += misfit(arm as u8, (code >> shift & 0xf) as u8)?;
        }
        Some((cost, character))
    });
    near.min_by_key(|&(cost, _)| cost)
        .map(|(_, character)| character)
}

/// How wrong it looks to draw one weight as another; `None` if an arm would come or go. Light for
/// heavy is hardly seen, while double instead of single says something else.
fn misfit(wanted: u8, drawn: u8) -> Option<u32> {
    match (wanted, drawn) {
        (a, b) if a == b => Some(0),
        (0, _) | (_, 0) => None,
        (1 | 2, 1 | 2) => Some(1),
        (2, 3) | (3, 2) => Some(3),
        _ => Some(4),
    }
}

/// Arms up, right, down, left: 1 light, 2 heavy, 3 double.
#[rustfmt::skip]
const TABLE: [(u16, char); 109] = [
    (0x0001, '╴'), (0x0002, '╸'), (0x0010, '╷'), (0x0020, '╻'), (0x0100, '╶'), (0x0200, '╺'), (0x1000, '╵'), (0x2000, '╹'),
    (0x0101, '─'), (0x0102, '╾'), (0x0201, '╼'), (0x0202, '━'), (0x0303, '═'),
    (0x1010, '│'), (0x1020, '╽'), (0x2010, '╿'), (0x2020, '┃'), (0x3030, '║'),
    (0x0011, '┐'), (0x0012, '┑'), (0x0013, '╕'), (0x0021, '┒'), (0x0022, '┓'), (0x0031, '╖'), (0x0033, '╗'),
    (0x0110, '┌'), (0x0120, '┎'), (0x0130, '╓'), (0x0210, '┍'), (0x0220, '┏'), (0x0310, '╒'), (0x0330, '╔'),
    (0x1001, '┘'), (0x1002, '┙'), (0x1003, '╛'), (0x2001, '┚'), (0x2002, '┛'), (0x3001, '╜'), (0x3003, '╝'),
    (0x1100, '└'), (0x1200, '┕'), (0x1300, '╘'), (0x2100, '┖'), (0x2200, '┗'), (0x3100, '╙'), (0x3300, '╚'),
    (0x0111, '┬'), (0x0112, '┭'), (0x0121, '┰'), (0x0122, '┱'), (0x0131, '╥'), (0x0211, '┮'), (0x0212, '┯'), (0x0221, '┲'), (0x0222, '┳'), (0x0313, '╤'), (0x0333, '╦'),
    (0x1011, '┤'), (0x1012, '┥'), (0x1013, '╡'), (0x1021, '┧'), (0x1022, '┪'), (0x2011, '┦'), (0x2012, '┩'), (0x2021, '┨'), (0x2022, '┫'), (0x3031, '╢'), (0x3033, '╣'),
    (0x1101, '┴'), (0x1102, '┵'), (0x1201, '┶'), (0x1202, '┷'), (0x1303, '╧'), (0x2101, '┸'), (0x2102, '┹'), (0x2201, '┺'), (0x2202, '┻'), (0x3101, '╨'), (0x3303, '╩'),
    (0x1110, '├'), (0x1120, '┟'), (0x1210, '┝'), (0x1220, '┢'), (0x1310, '╞'), (0x2110, '┞'), (0x2120, '┠'), (0x2210, '┡'), (0x2220, '┣'), (0x3130, '╟'), (0x3330, '╠'),
    (0x1111, '┼'), (0x1112, '┽'), (0x1121, '╁'), (0x1122, '╅'), (0x1211, '┾'), (0x1212, '┿'), (0x1221, '╆'), (0x1222, '╈'), (0x1313, '╪'), (0x2111, '╀'), (0x2112, '╃'), (0x2121, '╂'), (0x2122, '╉'), (0x2211, '╄'), (0x2212, '╇'), (0x2221, '╊'), (0x2222, '╋'), (0x3131, '╫'), (0x3333, '╬'),
];

#[cfg(test)]
mod tests {
    use super::Weight::{self, *};
    use super::character;

    #[test]
    fn joins_lattice_and_frame() {
        assert_eq!(character([Heavy, Light, Heavy, None]), Some('┠'));
        assert_eq!(character([Light, Light, Light, Light]), Some('┼'));
        assert_eq!(character([None, Heavy, Heavy, None]), Some('┏'));
        assert_eq!(character([Light, Heavy, Light, Heavy]), Some('┿'));
    }

    #[test]
    fn takes_the_nearest_where_there_is_no_such_character() {
        assert_eq!(character([Heavy, Double, Heavy, Double]), Some('╪'));
        assert_eq!(character([None, Double, None, None]), Some('═'));
        assert_eq!(character([Double, Light, None, None]), Some('╙'));
    }

    #[test]
    fn any_arms_have_a_character() {
        let weights: [Weight; 4] = [None, Light, Heavy, Double];
        for code in 1..256 {
            let arms = [0, 2, 4, 6].map(|shift| weights[code >> shift & 3]);
            assert!(character(arms).is_some(), "{arms:?}");
        }
    }
}
