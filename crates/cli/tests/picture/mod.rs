//! `dpcert plot`: what it draws, and the pictures that are kept.

mod command;
pub mod drawing;
mod gallery;
