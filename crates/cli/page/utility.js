// Privacy against utility: a conclusion of a theorem over one of its parameters.

export const draw = () => {};
export const request = () => null;
