/** The tenant of somebody as the sign-in library knows them. */
export function clientIdOf(user: object): string {
  if ("clientId" in user && typeof user.clientId === "string") return user.clientId;
  throw new Error("An identity without a tenant");
}
