/** Whether this is `npm test -- all`, which has as long as it takes. */
export const isLong = process.env.TESTS === "all";
