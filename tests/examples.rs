//! The programs of `examples`, which show the library to its users.

#[path = "../examples/budget.rs"]
mod budget;

#[test]
fn a_budget_in_numbers() {
    budget::main().unwrap();
}
