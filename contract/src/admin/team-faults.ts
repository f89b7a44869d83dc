/** The words for a number that a team cannot have. Free of zod, so that the form has them without the schemas. */
export const teamFaults = {
  openLimit: "Enter a number from 1 to 1,000",
  tellAfterMinutes: "Enter minutes, from 1 to 1,440",
} as const;
