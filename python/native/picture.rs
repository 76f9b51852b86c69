//! Certified pictures, for notebooks.

use super::options::Wanted;
use super::refused::Refused;
use super::run::run;
use dpcert::input::{Field, from_json};
use dpcert::{Control, Options, Refusal, ShowExact};
use dpcert_picture::{NotDrawn, Request, draw};
use pyo3::prelude::*;

/// The drawing of a scene as the line protocol asks for it, `("ok", svg)`, or what a refusal is
/// made of.
#[pyfunction]
pub fn svg<'py>(py: Python<'py>, scene: String, wanted: Wanted) -> PyResult<Bound<'py, PyAny>> {
    let timeout = wanted.timeout();
    let compute = move |control: &Control| {
        let refused = |refusal: Refusal| Refused::Question(refusal, scene.clone());
        let node = from_json(&scene).map_err(|error| refused(error.into()))?;
        let request =
            Request::read(&Field { node: &node, path: "scene".to_owned() }).map_err(refused)?;
        let (engine, limits) = wanted.limits().map_err(refused)?;
        // More than a picture shows.
        let control = control.clone();
        let options = Options {
            digits: 8,
            exact: ShowExact::Never,
            limits,
            engine,
            control,
            ..Options::default()
        };
        let drawn = request.scene(&options, || ());
        drawn.map(|scene| draw::svg(&scene)).map_err(|NotDrawn { refusal, .. }| refused(*refusal))
    };
    match run(py, timeout, compute)?.map_err(Refused::Ended).and_then(|result| result) {
        Err(refused) => Ok(refused.to_python(py)?.into_pyobject(py)?.into_any()),
        Ok(svg) => Ok(("ok", svg).into_pyobject(py)?.into_any()),
    }
}
