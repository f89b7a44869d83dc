/** A search, and the subjects of the tickets that have to be among the first five. */
export type Expected = readonly [typed: string, ...subjects: string[]];
