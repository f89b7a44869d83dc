import { contract } from "@deskhand/contract";
import { type Endpoint, endpointsOf } from "@deskhand/contract/endpoint";
import { otherRoutes } from "@deskhand/contract/pages";
import { type Access, permissionsOf, type Role, roles } from "@deskhand/contract/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { startWebServer, type WebServer } from "../../stand-ins/web-server.ts";
import { programEndpoints } from "./platform/http/program-routes.ts";
import type { Outside } from "./platform/outside/outside.ts";
import { type FullDesk, fillDesk, snapshotOf } from "./testing/full-desk.ts";
import { tokenOf } from "./testing/full-store.ts";
import type { Input } from "./testing/isolation/isolation.ts";
import { onePixelPng } from "./testing/one-pixel-png.ts";
import { type Browser, jsonOf } from "./testing/open-browser.ts";
import { requestTo } from "./testing/programs/request-to.ts";
import { openShopifyDesk, type ShopifyDesk } from "./testing/store/shopify-desk.ts";
import { longestGrowing, machineWords, oddValues, refusalWords } from "./testing/strangers/refusal-words.ts";
import { mailboxHost, startMailbox } from "./testing/strangers/start-mailbox.ts";
import { addColleague, type Person } from "./testing/test-people.ts";

/** Routes that change one's own account and name nobody, so that there is no other store's address to try. */
const ownRoutes: Record<string, RequestInit> = {
  "POST /api/account/avatar": { method: "POST", body: onePixelPng },
  "DELETE /api/account/avatar": { method: "DELETE" },
  "POST /api/email-settings/logo": { method: "POST", body: onePixelPng },
  "POST /api/knowledge/uploads?filename=a.png": { method: "POST", body: onePixelPng },
};

/** A cookie alone does not keep a cache from giving the response to another person (RFC 9111, section 3.5). */
const onlyForOneself = /\b(?:private|no-store)\b/;

const endpoints = endpointsOf(contract);

/** What only admins may do and the audit log does not record, because it changes nothing. */
const changesNothing: Record<string, string> = {
  "shopify.connect": "it says where the platform's page is; what comes of that is recorded on the way back",
  "shopify.associate": "it reads whose a store is that is connected already",
  "shopify.test": "it tries a token that is not kept",
  "shopify.testSaved": "it tries the token that is kept",
  "shopify.selfTest": "it asks the store what the screen shows",
  "sending.checkDomain": "these stores send from the installation's own domain, of which nothing is looked for",
  "orderGrant.readAgain": "it reads which scopes there are",
  "mailboxes.check": "it has a mailbox looked at soon",
  "rules.try": "it says what a rule would have done",
  "setup.dismissFirstSteps": "it takes hints from a screen",
  "twoFactor.require": "this store does not ask for it, and is told not to; its own test finds the entries",
  "GET /api/mail/log/:id/raw": "it shows a mail",
};
const guardedRoutes = Object.entries(otherRoutes).filter(([, access]) => access !== "public");
const guarded = guardedRoutes.filter(([route]) => !Object.keys(ownRoutes).map(withoutQuery).includes(route));

let app: ShopifyDesk;
let pictures: WebServer;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let ours: FullDesk;
let theirs: FullDesk;
/** Our store before anything was asked. Comparing costs as much as fifty requests, so the requests to a domain are compared at once. */
let before: Awaited<ReturnType<typeof snapshotOf>>;
const staff = new Map<Role, Person>();
beforeAll(async () => {
  pictures = await startWebServer({ "pictures.example": ["93.184.215.14"] }, ({ url }, response) =>
    response.end(Buffer.concat([onePixelPng, Buffer.from(url ?? "")])),
  );
  mailbox = await startMailbox();
  const leadsTo = (isMailbox: boolean) => (isMailbox ? mailbox.server : pictures).outside;
  const outside: Outside = {
    addressesOf: (name) => leadsTo(name === mailboxHost).addressesOf(name),
    placeOf: (address, port) => leadsTo(port === 993).placeOf(address, port),
  };
  app = await openShopifyDesk({}, { outside });
  [ours, theirs] = [await fillDesk(app), await fillDesk(app)];
  for (const { secret } of [ours, theirs]) app.openShop(`${secret}.myshopify.com`, tokenOf(secret));
  app.openShop("try-it.myshopify.com", tokenOf("try-it-to-see-whether-it-works"));
  for (const role of roles) staff.set(role, await addColleague(app, ours.owner, role));
  before = await snapshotOf(app, ours.owner.tenantId);
});
afterAll(async () => {
  await app.stop();
  await pictures.close();
  await mailbox.stop();
});

test("every route is in the contract or in the list beside it, and every listed route exists", () => {
  const routeOf = ({ method, path }: Endpoint, prefix: string) =>
    `${method} ${prefix}${path.replace(/\{(\w+)\}/g, ":$1")}`;
  const inContract = [
    ...endpoints.map((endpoint) => routeOf(endpoint, "/api")),
    ...programEndpoints.map((endpoint) => routeOf(endpoint, "/api/v1")),
  ];
  expect([...app.routes].sort()).toEqual([...inContract, ...Object.keys(otherRoutes)].sort());
});

test("every endpoint and every guarded route is asked by a domain", () => {
  expect(Object.keys(ours.inputs).sort()).toEqual(endpoints.map(({ name }) => name).sort());
  const covered = [...Object.keys(ours.paths), ...Object.keys(ownRoutes).map(withoutQuery)];
  expect(covered.sort()).toEqual(guardedRoutes.map(([route]) => route).sort());
});

const input = (desk: FullDesk, { name }: Endpoint) => desk.inputs[name]?.() ?? {};

describe.each([...Map.groupBy(endpoints, ({ name }) => name.split(".")[0])])("%s", (_domain, ofDomain) => {
  test.each(ofDomain)("$name refuses people who are not signed in, before it reads anything", async (endpoint) => {
    const own = input(ours, endpoint);
    expect(await refusalOf(await ask(app.visit(), endpoint, own))).toEqual([401, "not_signed_in"]);
    if (endpoint.method === "GET") return;
    for (const body of ["{ broken", "x".repeat(2_000_000)]) {
      const answer = await ask(app.visit(), endpoint, own, body);
      expect(await refusalOf(answer)).toEqual([401, "not_signed_in"]);
    }
  });

  test.each(ofDomain)("$name finds and reveals nothing of another store", async (endpoint) => {
    const [foreignInput, ownInput] = [input(ours, endpoint), input(theirs, endpoint)];
    const foreign = await ask(theirs.owner, endpoint, foreignInput);
    const own = await ask(theirs.owner, endpoint, ownInput);
    const hasIds = Object.keys(foreignInput).some((key) => isId(key));
    if (hasIds) {
      expect(await refusalOf(foreign.clone())).toEqual([404, expect.stringMatching(/_not_found$/)]);
      expect(Object.keys(endpoint.procedure["~orpc"].errorMap)).toContain((await jsonOf(foreign.clone())).code);
    }
    expect(await foreign.text()).not.toContain(ours.secret);
    expect(await own.text()).not.toContain(ours.secret);
    for (const mixed of mixtures(foreignInput, ownInput)) {
      const answer = await ask(theirs.owner, endpoint, mixed);
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).not.toContain(ours.secret);
    }
  });

  test("they change nothing of another store", expectUnchanged);
});

async function expectUnchanged(): Promise<void> {
  expect(await snapshotOf(app, ours.owner.tenantId)).toEqual(before);
}

const restricted = endpoints.filter(({ access }) => outsiders(access).length > 0);

test("each role except admin is refused something", () => {
  const refused = new Set(restricted.flatMap(({ access }) => outsiders(access)));
  expect([...refused].sort()).toEqual(roles.filter((role) => role !== "admin").sort());
});

test.each(restricted)("$name refuses other roles", async (endpoint) => {
  for (const role of outsiders(endpoint.access)) {
    for (const body of [undefined, "{ broken"]) {
      const answer = await ask(personOf(role), endpoint, input(ours, endpoint), body);
      expect(await refusalOf(answer.clone())).toEqual([403, "not_allowed"]);
      expect((await jsonOf(answer)).message).toMatch(/^Only (?:supervisors and )?administrators can [a-z]/);
    }
  }
});

describe("the routes besides the endpoints", () => {
  const path = (desk: FullDesk, route: string) => desk.paths[route]?.() ?? "";
  // The body is larger than one read.
  const upload = { method: "POST", headers: { "content-type": "text/plain" }, body: "A file\n".repeat(200_000) };
  const optionsOf = (route: string) => (route.startsWith("POST ") ? upload : {});

  test.each(guarded)("%s is closed without a sign-in, to other roles and to other stores", async (route, access) => {
    const options = optionsOf(route);
    expect(await refusalOf(await app.visit().send(path(ours, route), options))).toEqual([401, "not_signed_in"]);
    for (const role of outsiders(access)) {
      const answer = await personOf(role).send(path(ours, route), options);
      expect(await refusalOf(answer.clone())).toEqual([403, "not_allowed"]);
      expect((await jsonOf(answer)).message).toMatch(/^Only (?:supervisors and )?administrators can [a-z]/);
    }
    const foreign = await theirs.owner.send(path(ours, route), options);
    expect(await refusalOf(foreign)).toEqual([404, expect.stringMatching(/_not_found$/)]);
    const spoilt = path(ours, route).replace(/[0-9a-f]{12}/, "%00%27--");
    const answer = await ours.owner.send(spoilt, options);
    expect(await refusalOf(answer)).toEqual([404, expect.stringMatching(/_not_found$/)]);
  });

  test.each(Object.entries(ownRoutes))(
    "%s is closed without a sign-in, before a body is read",
    async (own, request) => {
      const address = own.slice(own.indexOf("/"));
      for (const body of ["{ broken", "x".repeat(3_000_000)]) {
        expect(await refusalOf(await app.visit().send(address, { ...request, body }))).toEqual([401, "not_signed_in"]);
      }
      const answer = await theirs.owner.send(address, request);
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain(ours.secret);
    },
  );

  test("they change nothing of another store", expectUnchanged);

  test.each(guarded)("%s is open to those who may", async (route) => {
    const answer = await ours.owner.send(path(ours, route), optionsOf(route));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toMatch(onlyForOneself);
    expect(await answer.text()).toContain(ours.secret);
  });
});

// Comes after the tests above, because it changes what they compare.
test.each(guarded.filter(([, access]) => isForAdmins(access)))("%s is in the audit log", async (route) => {
  const before = await deeds();
  const answer = await ours.owner.send(ours.paths[route]?.() ?? "");
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  const recorded = (await deeds()).slice(before.length);
  expect(recorded.length > 0, `${recorded}`).toBe(!(route in changesNothing));
});

// Comes after the routes, because it removes what they download.
test.each(endpoints)(
  "$name serves those who may use it, and the audit log records what only admins may do",
  async (endpoint) => {
    const before = await deeds();
    const answer = await ask(ours.owner, endpoint, input(ours, endpoint));
    expect([answer.status, answer.status === 200 ? "" : await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("cache-control")).toMatch(onlyForOneself);
    expect(await namesBeyond(endpoint, await answer.json()), "what no schema names is sent").toEqual([]);
    const recorded = (await deeds()).slice(before.length);
    if (endpoint.method !== "GET" && isForAdmins(endpoint.access))
      expect(recorded.length > 0, `record() or \`changesNothing\`: ${recorded}`).toBe(
        !(endpoint.name in changesNothing),
      );
  },
);

test("each endpoint listed as changing nothing exists and is for admins", () => {
  const ofAdmins = [...endpoints.map(({ name, access }) => [name, access] as const), ...guarded];
  const adminNames = ofAdmins.filter(([, access]) => isForAdmins(access)).map(([name]) => name);
  expect(Object.keys(changesNothing).filter((name) => !adminNames.includes(name))).toEqual([]);
});

test("public routes need no sign-in", async () => {
  const open = Object.entries(otherRoutes).filter(([, access]) => access === "public");
  expect(open.length).toBeGreaterThan(5);
  for (const [route] of open) {
    const [method = "", path = ""] = route.split(" ");
    const answer = await app.visit().send(path.replace("*", "any"), { method });
    expect(answer.ok ? "" : await answer.text(), route).not.toContain("not_signed_in");
  }
});

// Comes last, because some of these inputs are accepted.
test.each(endpoints)("$name says in words what is missing or of the wrong kind", async (endpoint) => {
  const good = input(ours, endpoint);
  const inPath = Object.fromEntries(Object.entries(good).filter(([key]) => endpoint.path.includes(`{${key}}`)));
  const schema = endpoint.procedure["~orpc"].inputSchema;
  const fieldNames = schema instanceof z.ZodObject ? Object.keys(schema.shape) : Object.keys(good);
  const asked = [inPath];
  for (const value of oddValues) {
    asked.push({
      ...inPath,
      ...Object.fromEntries(fieldNames.filter((key) => !(key in inPath)).map((key) => [key, value])),
    });
    for (const key of Object.keys(inPath)) asked.push({ ...good, [key]: String(value) || "x" });
  }
  for (const key of fieldNames.filter((key) => !(key in inPath))) {
    asked.push({ ...good, [key]: endpoint.method === "GET" ? "{}" : {} });
  }
  for (const key of fieldNames.filter((key) => !(key in inPath) && typeof good[key] === "string")) {
    asked.push(...longestGrowing((text) => ({ ...good, [key]: text }), schema));
  }
  // Values that are sent alike, and what an endpoint without fields is given, are asked once.
  const distinct = new Map(asked.map((given) => [JSON.stringify(requestTo(endpoint, given)), given]));
  for (const given of distinct.values()) {
    const answer = await ask(ours.owner, endpoint, given);
    expect(answer.status, JSON.stringify(given)).not.toBe(500);
    expect(await refusalWords(answer), JSON.stringify(given)).not.toMatch(machineWords);
  }
});

function ask(browser: Browser, endpoint: Endpoint, input: Input, body?: string): Promise<Response> {
  const { path, ...request } = requestTo(endpoint, input, { body });
  return browser.send(path, request);
}

/** Returns the names in a response that the contract lacks: reading the response by the schema drops them. */
async function namesBeyond({ procedure }: Endpoint, answer: unknown): Promise<string[]> {
  const read = await procedure["~orpc"].outputSchema?.["~standard"].validate(answer);
  return read && "value" in read ? namesLost(answer, read.value) : ["none of it can be read by the contract"];
}

function namesLost(given: unknown, read: unknown, at = ""): string[] {
  if (typeof given !== "object" || given === null) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const isThere = typeof read === "object" && read !== null && name in read;
    const path = `${at}.${name}`;
    return isThere ? namesLost(value, Object(read)[name], path) : [path];
  });
}

function withoutQuery(route: string): string {
  return route.split("?")[0] ?? "";
}

function isForAdmins(access: Access): boolean {
  return outsiders(access).length === roles.length - 1;
}

/** Returns the owner's recorded actions together with where they came from. */
async function deeds(): Promise<string[]> {
  const recorded = "select action from audit_log where actor_id = $1 and num_nulls(ip, device) = 0 order by id";
  return (await app.asOwner(recorded, [ours.owner.userId], ours.owner.tenantId)).map(({ action }) => action);
}

async function refusalOf(answer: Response): Promise<[number, unknown]> {
  return [answer.status, (await jsonOf(answer)).code];
}

function outsiders(access: Access): Role[] {
  return roles.filter((role) => access !== "public" && !permissionsOf[role].includes(access));
}

function personOf(role: Role): Person {
  const person = staff.get(role);
  if (!person) throw new Error(`Nobody is ${role}`);
  return person;
}

const isId = (key: string) => /(^id|Id|^before)$/.test(key);

/** Returns the inputs in which one of our ids replaces one of theirs. */
function mixtures(ours: Input, theirs: Input): Input[] {
  const keys = Object.keys(ours).filter((key) => ours[key] !== theirs[key]);
  return keys.length < 2 ? [] : keys.map((key) => ({ ...theirs, [key]: ours[key] }));
}
