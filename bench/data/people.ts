/** The password of everybody who can sign in. */
export const password = "bench-password";
/** Its argon2id hash, as the sign-in stores it. */
export const passwordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$VDq5ZeoicAb6pxIprtb5UA$ZQFdb5/vT63HBLzxqy6aCli/Hr1SxtZgUbJlfcux1n4";

export const mailDomain = "bench.localhost";
/** The secret that everything signed in the measured data is signed with; it guards nothing. */
export const secret = "a secret for measuring, known to everyone";

/** Characters that client codes may have, instead of the ten digits. */
const codeDigits = "abcdefghjk";

/** A tenant's client code: eight characters. */
export function clientCodeOf(tenant: number): string {
  return `bench${String(tenant)
    .padStart(3, "0")
    .replace(/\d/g, (digit) => codeDigits[Number(digit)] ?? "a")}`;
}

/** The address that a tenant's customers write to. */
export function supportAddressOf(tenant: number): string {
  return `help+${clientCodeOf(tenant)}@${mailDomain}`;
}

/** The sign-in address of a tenant's staff member; number 0 is the admin. */
export function staffEmail(tenant: number, person: number): string {
  return `staff${person}@store${tenant}.example`;
}

/** The address of a tenant's customer. */
export function customerEmail(tenant: number, customer: number): string {
  return `customer${customer}@people${tenant}.example`;
}

/** The app that a store's webhooks are signed by. */
export const shopifyApp = { key: "measured-app", secret: "a-secret-for-measuring-webhooks" };
/** Where stores are reached, which are played while they are synced. */
export const storePort = 29_417;
