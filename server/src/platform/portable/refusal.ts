/** A sentence for whoever imports, to which nothing is to be added but that nothing was imported. */
export class Refusal extends Error {}
