/** Whether this is `npm test -- all`, which may take as long as it needs. */
export const isLong = process.env.TESTS === "all";
