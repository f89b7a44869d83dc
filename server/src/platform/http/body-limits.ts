/** What the body of a request may be (docs/product.md#how-much-may-be-asked). Files are streamed, and have limits of their own. */
export const bodyLimits = {
  /** Of a form, and of an endpoint that takes a document: a resource's text. */
  bytes: 100 * 1024,
  documentBytes: 1024 * 1024,
  /** Lists and objects inside each other, and the values of all of them together. */
  depth: 16,
  values: 2_000,
  /** Fields that a refusal names at the most. */
  faultsNamed: 100,
} as const;
