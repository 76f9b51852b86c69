//! Where texts go: beside what they name, and over no curve, no point, no axis and no other text.
//!
//! Positions are whole hundredths of a pixel, from the upper left corner of the drawing.

use super::frame::FINENESS;
use malachite::base::num::arithmetic::traits::Floor;
use malachite::rational::Rational;

/// A pixel.
const PIXEL: i64 = FINENESS as i64;
/// The distance between a text and anything else.
const CLEAR: i64 = 2 * PIXEL;
/// The distances of texts that a line leads to, in pixels.
const FAR: [i64; 6] = [18, 32, 48, 70, 100, 140];
/// The eight directions in which a text is tried, the usual one first: to the right, then around.
const DIRECTIONS: [(i64, i64); 8] =
    [(1, 0), (-1, 0), (1, -1), (-1, -1), (1, 1), (-1, 1), (0, -1), (0, 1)];

/// A point.
pub type Point = (i64, i64);

/// A rectangle.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub left: i64,
    pub top: i64,
    pub right: i64,
    pub bottom: i64,
}

/// A text that has a place: where its line begins, and a line that leads to it, if it is far.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    pub baseline: Point,
    pub leader: Option<[Point; 2]>,
}

/// What is on a drawing already.
pub struct Occupied {
    inside: Area,
    areas: Vec<Area>,
    segments: Vec<[Point; 2]>,
}

/// The size of a text.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub width: i64,
    /// From the baseline to the top of capitals; what is below the line is a quarter of it.
    pub height: i64,
}

/// A position in hundredths of a pixel.
pub fn whole(x: &Rational) -> i64 {
    i64::try_from(&Floor::floor(x * Rational::from(FINENESS))).unwrap_or(i64::MAX / 4)
}

/// Hundredths of a pixel as a number of pixels.
pub fn pixels(x: i64) -> Rational {
    Rational::from_signeds(x, PIXEL)
}

impl Size {
    /// The size of a text in DejaVu Sans, about: its letters are wider than those of most fonts.
    pub fn of(text: &str, font_size: u32, is_bold: bool) -> Size {
        let width: i64 = text.chars().map(width).sum();
        let width = if is_bold { width + width / 8 } else { width };
        let size = i64::from(font_size);
        Size { width: width * size, height: size * PIXEL * 3 / 4 }
    }
}

/// The width of a letter, in hundredths of the size of the font.
fn width(letter: char) -> i64 {
    match letter {
        'i' | 'j' | 'l' | '\'' => 30,
        ' ' | '.' | ',' | ':' | ';' | '/' | 'I' | '|' => 34,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '!' => 42,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 100,
        '=' | '+' | '<' | '>' | '^' | '~' | '_' | '#' | '\u{2212}' => 84,
        'A'..='Z' | '&' => 79,
        ' '..='~' => 64,
        '\u{207b}' => 53,
        '\u{2070}'..='\u{209f}' | '\u{b2}' | '\u{b3}' | '\u{b9}' => 44,
        _ => 80,
    }
}

impl Area {
    fn meets(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Is any part of a segment in it? Two convex sets are apart if a line is between them: here
    /// along a side of the rectangle, or along the segment.
    fn meets_segment(&self, [from, to]: &[Point; 2]) -> bool {
        let is_beside = from.0.max(to.0) < self.left
            || self.right < from.0.min(to.0)
            || from.1.max(to.1) < self.top
            || self.bottom < from.1.min(to.1);
        if is_beside {
            return false;
        }
        let corners = [
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        ];
        let sides = corners.map(|corner| side(&[*from, *to], corner));
        !(sides.iter().all(|side| *side > 0) || sides.iter().all(|side| *side < 0))
    }

    /// The area with a margin around it.
    fn grown(self, by: i64) -> Area {
        Area {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }
}

impl Occupied {
    /// An empty drawing, of which texts stay inside of an area.
    pub fn new(inside: Area) -> Occupied {
        Occupied { inside, areas: Vec::new(), segments: Vec::new() }
    }

    /// A polyline.
    pub fn line(&mut self, places: &[(Rational, Rational)]) {
        let points: Vec<Point> = places.iter().map(|(x, y)| (whole(x), whole(y))).collect();
        self.segments
            .extend(points.windows(2).filter_map(|pair| <[Point; 2]>::try_from(pair).ok()));
    }

    /// A symbol or a bar.
    pub fn area(&mut self, area: Area) {
        self.areas.push(area);
    }

    fn is_inside(&self, area: &Area) -> bool {
        let Area { left, top, right, bottom } = self.inside;
        left <= area.left && area.right <= right && top <= area.top && area.bottom <= bottom
    }

    fn is_free(&self, area: &Area) -> bool {
        let area = area.grown(CLEAR);
        self.is_inside(&area)
            && !self.areas.iter().any(|other| other.meets(&area))
            && !self.segments.iter().any(|segment| area.meets_segment(segment))
    }

    /// The first free place of a text beside a point of which everything within `reach` is taken:
    /// in one of eight directions, or else farther, with a line that leads to it and crosses
    /// nothing. `None` where there is none. The place is taken then.
    pub fn beside(&mut self, at: Point, reach: i64, size: Size) -> Option<Placed> {
        let near = DIRECTIONS.iter().map(|direction| (*direction, reach + CLEAR, false));
        let far = far(reach).map(|(direction, distance)| (direction, distance, true));
        let (area, leader) = near
            .chain(far)
            .map(|(direction, distance, is_far)| {
                let area = beside(at, direction, distance, size);
                (area, is_far.then(|| leader(at, direction, reach, &area)))
            })
            .find(|(area, leader)| {
                self.is_free(area) && leader.is_none_or(|leader| self.is_clear(&leader, at))
            })?;
        self.segments.extend(leader);
        Some(self.taken(area, leader, size))
    }

    /// The first place of a short text for such a point that would have no name otherwise: its line
    /// may be over curves, or else the text itself is, beside the point, but over no other point and
    /// no other text.
    pub fn over_curves(&mut self, at: Point, reach: i64, size: Size) -> Option<Placed> {
        if let Some(placed) = self.led(at, reach, size) {
            return Some(placed);
        }
        let areas = DIRECTIONS.map(|direction| beside(at, direction, reach + CLEAR, size));
        let area = areas.into_iter().find(|area| {
            self.is_inside(area) && !self.areas.iter().any(|other| other.meets(area))
        })?;
        Some(self.taken(area, None, size))
    }

    fn taken(&mut self, area: Area, leader: Option<[Point; 2]>, size: Size) -> Placed {
        self.areas.push(area);
        Placed { baseline: (area.left, area.bottom - size.height / 4), leader }
    }

    /// The first free place of a number close to a point of a curve: above it, or below.
    pub fn beside_curve(&mut self, at: Point, size: Size) -> Option<Placed> {
        const CLOSE: i64 = 3 * PIXEL;
        let directions = [(1, -1), (-1, 1), (0, -1), (0, 1), (-1, -1), (1, 1), (1, 0), (-1, 0)];
        let areas = directions.map(|direction| beside(at, direction, CLOSE, size));
        let area = areas.into_iter().find(|area| self.is_free(area))?;
        Some(self.taken(area, None, size))
    }

    /// The first free place of a number farther from a point of a curve, with a line that leads to it:
    /// over other curves where these are all around, since it ends at its own.
    pub fn led_from_curve(&mut self, at: Point, size: Size) -> Option<Placed> {
        self.led(at, 0, size)
    }

    /// The first free place farther from a point of which everything within `reach` is taken, with a
    /// line that is over no other symbol and no text.
    fn led(&mut self, at: Point, reach: i64, size: Size) -> Option<Placed> {
        // What is within the reach is the symbol of the point.
        let others = |area: &&Area| reach == 0 || !area.meets_segment(&[at, at]);
        let (area, leader) = far(reach)
            .map(|(direction, distance)| {
                let area = beside(at, direction, distance, size);
                (area, leader(at, direction, reach, &area))
            })
            .find(|(area, leader)| {
                let mut others = self.areas.iter().filter(others);
                self.is_free(area) && !others.any(|other| other.meets_segment(leader))
            })?;
        self.segments.push(leader);
        Some(self.taken(area, Some(leader), size))
    }

    /// Is a line from a point to its text over no symbol and no text, but for symbols over the
    /// point itself, and neither over nor close to a curve?
    fn is_clear(&self, leader: &[Point; 2], at: Point) -> bool {
        let mut others = self.areas.iter().filter(|area| !area.meets_segment(&[at, at]));
        let moved = |x: i64, y: i64| leader.map(|place| (place.0 + x, place.1 + y));
        let around = [(0, 0), (CLEAR, 0), (-CLEAR, 0), (0, CLEAR), (0, -CLEAR)];
        !others.any(|area| area.meets_segment(leader))
            && !around.iter().any(|(x, y)| {
                let leader = moved(*x, *y);
                self.segments.iter().any(|segment| cross(&leader, segment))
            })
    }
}

/// The side of the line through a segment on which a point is: 0 on the line, otherwise 1 or -1.
fn side([from, to]: &[Point; 2], (x, y): Point) -> i128 {
    let (along, across) = ((to.0 - from.0, to.1 - from.1), (x - from.0, y - from.1));
    (i128::from(along.0) * i128::from(across.1) - i128::from(along.1) * i128::from(across.0))
        .signum()
}

/// Have two segments a point in common, where the second is not one point?
fn cross(one: &[Point; 2], other: &[Point; 2]) -> bool {
    let is_apart = |a: i64, b: i64, c: i64, d: i64| a.max(b) < c.min(d) || c.max(d) < a.min(b);
    let [[a, b], [c, d]] = [one, other];
    !is_apart(a.0, b.0, c.0, d.0)
        && !is_apart(a.1, b.1, c.1, d.1)
        && side(one, *c) * side(one, *d) <= 0
        && side(other, *a) * side(other, *b) <= 0
}

/// The area of a text whose nearest edge or corner is in a direction from a point.
fn beside(at: Point, (x, y): (i64, i64), distance: i64, size: Size) -> Area {
    // Along a diagonal it is as far in each coordinate as a circle reaches.
    let distance = if x != 0 && y != 0 { distance * 3 / 4 } else { distance };
    let Size { width, height } = size;
    let tall = height + height / 4;
    let left = match x {
        1 => at.0 + distance,
        -1 => at.0 - distance - width,
        _ => at.0 - width / 2,
    };
    let top = match y {
        1 => at.1 + distance,
        -1 => at.1 - distance - tall,
        _ => at.1 - tall / 2,
    };
    Area { left, top, right: left + width, bottom: top + tall }
}

/// The directions and distances of texts that a line leads to, from a point of which everything
/// within `reach` is taken.
fn far(reach: i64) -> impl Iterator<Item = ((i64, i64), i64)> {
    FAR.iter().flat_map(move |far| {
        DIRECTIONS.iter().map(move |direction| (*direction, reach + far * PIXEL))
    })
}

/// The line from a point to the text that names it.
fn leader(at: Point, (x, y): (i64, i64), reach: i64, area: &Area) -> [Point; 2] {
    let reach = if x != 0 && y != 0 { reach * 3 / 4 } else { reach } + PIXEL;
    let end = |sign: i64, least: i64, most: i64| match sign {
        1 => least - CLEAR,
        -1 => most + CLEAR,
        _ => i64::midpoint(least, most),
    };
    [
        (at.0 + x * reach, at.1 + y * reach),
        (end(x, area.left, area.right), end(y, area.top, area.bottom)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: Area = Area { left: 0, top: 0, right: 20_000, bottom: 20_000 };
    const WORD: Size = Size { width: 4_000, height: 800 };

    #[test]
    fn segments_meet_areas() {
        let area = Area { left: 0, top: 0, right: 10, bottom: 10 };
        for (segment, meets) in [
            ([(-5, 5), (15, 5)], true),
            ([(-5, -5), (15, 15)], true),
            ([(2, 3), (4, 5)], true),
            ([(-5, 6), (3, 12)], true),
            ([(-5, 8), (2, 15)], false),
            ([(-8, 5), (5, 18)], false),
            ([(-5, -1), (15, -1)], false),
            ([(11, 0), (11, 10)], false),
        ] {
            assert_eq!(area.meets_segment(&segment), meets, "{segment:?}");
        }
    }

    #[test]
    fn segments_cross() {
        let one = [(0, 0), (10, 10)];
        for (other, expected) in [
            ([(0, 10), (10, 0)], true),
            ([(5, 5), (5, 20)], true),
            ([(10, 10), (20, 0)], true),
            // Along it.
            ([(2, 2), (3, 3)], true),
            ([(11, 11), (13, 13)], false),
            ([(1, 0), (11, 10)], false),
            ([(0, 10), (4, 6)], false),
            ([(20, 0), (20, 20)], false),
        ] {
            assert_eq!(cross(&one, &other), expected, "{other:?}");
            assert_eq!(cross(&other, &one), expected, "{other:?}");
        }
    }

    /// A line to a text crosses no curve: where curves are all around, there is no place, and a
    /// letter is over one of them.
    #[test]
    fn a_leader_crosses_nothing() {
        let line =
            |places: [(u32, u32); 6]| places.map(|(x, y)| (Rational::from(x), Rational::from(y)));
        let mut occupied = Occupied::new(PAPER);
        occupied.line(&line([(92, 92), (108, 92), (108, 108), (92, 108), (92, 100), (92, 92)]));
        assert!(occupied.beside((10_000, 10_000), 400, WORD).is_none());
        let letter = Size { width: 800, height: 800 };
        assert!(occupied.over_curves((10_000, 10_000), 400, letter).is_some());
        // Where a gap is too narrow for the text, the line goes through it.
        let mut occupied = Occupied::new(PAPER);
        occupied.line(&line([(108, 96), (108, 92), (92, 92), (92, 108), (108, 108), (108, 104)]));
        let placed = occupied.beside((10_000, 10_000), 400, WORD).expect("a place");
        let [from, to] = placed.leader.expect("a line");
        assert!(from.0 < to.0 && from.1 == to.1, "{placed:?}");
    }

    #[test]
    fn texts_are_beside_each_other() {
        let mut occupied = Occupied::new(PAPER);
        let at = (10_000, 10_000);
        occupied.area(Area { left: 9_600, top: 9_600, right: 10_400, bottom: 10_400 });
        let placed: Vec<Placed> =
            std::iter::from_fn(|| occupied.beside(at, 400, WORD)).take(40).collect();
        // In all directions; a line to one beyond these would cross one of them.
        assert_eq!(placed.len(), DIRECTIONS.len());
        assert!(placed[..2].iter().all(|one| one.leader.is_none()));
        let texts: Vec<Area> = occupied.areas[1..].to_vec();
        for (index, one) in texts.iter().enumerate() {
            assert!(texts[index + 1..].iter().all(|other| !one.meets(other)), "{texts:?}");
        }
    }

    #[test]
    fn a_text_is_not_over_a_line_or_beyond_the_edge() {
        let mut occupied = Occupied::new(PAPER);
        let line =
            [(0, 0), (200, 200)].map(|(x, y): (u32, u32)| (Rational::from(x), Rational::from(y)));
        occupied.line(&line);
        let placed = occupied.beside((19_000, 19_000), 400, WORD).expect("a place");
        let (x, y) = placed.baseline;
        assert!(x + WORD.width <= PAPER.right && y <= PAPER.bottom);
        assert!(!occupied.areas[0].meets_segment(&[(0, 0), (20_000, 20_000)]));
    }
}
