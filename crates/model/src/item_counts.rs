//! How many of each item are held.

/// A struct with a count of each value of an enum that derives `VariantArray` of `strum`. `$list` is
/// `"Vec<$item>"`: attributes take only literals.
#[doc(hidden)]
#[macro_export]
macro_rules! item_counts {
    ($(#[$attribute:meta])* $items:ident of $item:ident, $list:literal) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[derive(::serde::Serialize, ::serde::Deserialize)]
        #[serde(from = $list, into = $list)]
        pub struct $items {
            counts: [u8; $item::ALL.len()],
        }

        impl $items {
            /// No item.
            pub const NONE: Self = Self { counts: [0; $item::ALL.len()] };

            /// Whether at least one is held.
            #[must_use]
            #[inline]
            pub const fn has(&self, item: $item) -> bool {
                self.counts[item as usize] > 0
            }

            /// How many are held, at most 255.
            #[must_use]
            pub const fn count(&self, item: $item) -> u8 {
                self.counts[item as usize]
            }

            /// Adds one. More than 255 of an item count as 255.
            pub const fn add(&mut self, item: $item) {
                self.counts[item as usize] = self.counts[item as usize].saturating_add(1);
            }

            /// The same items and one more.
            #[must_use]
            pub const fn with(mut self, item: $item) -> Self {
                self.add(item);
                self
            }

            /// Every item held, in the order of `ALL`; an item held twice comes twice.
            pub fn iter(&self) -> impl Iterator<Item = $item> + use<> {
                let held = $item::ALL.iter().copied().zip(self.counts);
                held.flat_map(|(item, count)| ::core::iter::repeat_n(item, count.into()))
            }
        }

        impl FromIterator<$item> for $items {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::NONE, Self::with)
            }
        }

        impl From<Vec<$item>> for $items {
            fn from(items: Vec<$item>) -> Self {
                items.into_iter().collect()
            }
        }

        impl From<$items> for Vec<$item> {
            fn from(items: $items) -> Self {
                items.iter().collect()
            }
        }
    };
}
