/**
 * Whether two values have the same content. Not imported from node:util, as that evaluates all that the module can do, a
 * tenth of a short program's start.
 */
export const { isDeepStrictEqual } = process.getBuiltinModule("node:util");
