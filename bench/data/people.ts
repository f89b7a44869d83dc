/** The password of everybody who can sign in. */
export const password = "bench-password";
/** Its argon2id hash, as the sign-in stores it. */
export const passwordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$VDq5ZeoicAb6pxIprtb5UA$ZQFdb5/vT63HBLzxqy6aCli/Hr1SxtZgUbJlfcux1n4";

export const mailDomain = "bench.localhost";
/** The secret that signs everything in the generated data; it protects nothing. */
export const secret = "a secret for measuring, known to everyone";

/** Characters that client codes have instead of the ten digits. */
const codeDigits = "abcdefghjk";

/** Returns a tenant's client code: eight characters. */
export function clientCodeOf(tenant: number): string {
  return `bench${String(tenant)
    .padStart(3, "0")
    .replace(/\d/g, (digit) => codeDigits[Number(digit)] ?? "a")}`;
}

/** Returns the address to which a tenant's customers write. */
export function supportAddressOf(tenant: number): string {
  return `help+${clientCodeOf(tenant)}@${mailDomain}`;
}

/** Returns the sign-in address of a tenant's staff member; number 0 is the admin. */
export function staffEmail(tenant: number, person: number): string {
  return `staff${person}@store${tenant}.example`;
}

/** Returns the address of a tenant's customer. */
export function customerEmail(tenant: number, customer: number): string {
  return `customer${customer}@people${tenant}.example`;
}

/** The app that signs the stores' webhooks. */
export const shopifyApp = { key: "measured-app", secret: "a-secret-for-measuring-webhooks" };
/** The port of the stand-in stores during syncs. */
export const storePort = 29_417;
