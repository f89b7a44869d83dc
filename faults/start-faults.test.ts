import { once } from "node:events";
import { chown, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { spawnAndEnd } from "../server/src/testing/spawn-desk.ts";
import { testSecret } from "../server/src/testing/test-databases.ts";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-faults-"));
  // Started by root, the server becomes the user that owns its data, whom the tests' database has to let in.
  const socketFolder = new URL(inject("testDatabases").templateUrl).searchParams.get("host");
  if (socketFolder === null) return;
  const { uid, gid } = await stat(socketFolder);
  await chown(dataDir, uid, gid);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function adminUrl(changes: Partial<Pick<URL, "username" | "password" | "hostname" | "port" | "pathname">>): string {
  return Object.assign(new URL(inject("testDatabases").templateUrl), changes).href;
}

/** Starts with these wrong settings; returns the lines it printed. */
async function faultOf(env: Record<string, string>, args: string[] = []): Promise<string[]> {
  const { code, output } = await spawnAndEnd({
    env: { DESKHAND_DATA: dataDir, DESKHAND_SECRET: testSecret, ...env },
    args,
  });
  expect(code).toBe(1);
  return output.trim().split("\n");
}

test("an unknown argument", async () => {
  expect(await faultOf({}, ["--emtpy"])).toEqual([
    "Unknown argument: --emtpy. There are --empty, which skips the demo store, and --new-secret, which takes another secret for one that is lost",
  ]);
});

test.each(["--empty", "--new-secret"])("%s that npm has kept to itself", async (name) => {
  expect(await faultOf({ [`npm_config_${name.slice(2).replace("-", "_")}`]: "true" })).toEqual([
    `npm has kept ${name} to itself: write npm start -- ${name}`,
  ]);
});

test.each(["PORT", "SMTP_PORT"])("a taken %s, before the database is made", async (name) => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  expect(await faultOf({ [name]: String(port) })).toEqual([
    `Port ${port} is already in use. Choose another with ${name}`,
  ]);
  expect(await readdir(dataDir)).toEqual([]);
  server.close();
});

test("a data directory that cannot be made", async () => {
  const file = join(dataDir, "file");
  await writeFile(file, "");
  // Linux's /proc allows no new folders, and reports that it does not exist.
  for (const path of [join(file, "data"), ...(process.platform === "linux" ? ["/proc/nope/data"] : [])]) {
    const [line, ...more] = await faultOf({ DESKHAND_DATA: path });
    expect(line).toContain(`Cannot write to the data directory ${path}`);
    expect(more).toEqual([]);
  }
});

test("a database where nothing listens", async () => {
  expect(await faultOf({ DATABASE_URL: "postgres://owner:secret@127.0.0.1:1/desk" })).toEqual([
    "The database that DATABASE_URL names, 127.0.0.1:1/desk, is not reachable: nothing accepts connections there",
  ]);
});

test("a wrong password", async () => {
  const [line, ...more] = await faultOf({ DATABASE_URL: adminUrl({ password: "wrong" }) });
  expect(line).toContain("is not reachable: password authentication failed for user");
  expect(line).not.toContain("wrong");
  expect(more).toEqual([]);
});

// A server provided for the tests may not let us become superuser.
test.skipIf(process.env.TEST_DATABASE_URL)("a superuser", async () => {
  const [line, ...more] = await faultOf({ DATABASE_URL: inject("testDatabases").adminUrl });
  expect(line).toContain("DATABASE_URL signs in as postgres, which bypasses row-level security");
  expect(more).toEqual([]);
});

test("production without its settings lists every fault", async () => {
  const [first, ...more] = await faultOf({
    NODE_ENV: "production",
    PORT: "many",
    ROLE: "web,mail",
    SMTP_TLS_CERT: "/cert.pem",
    POLISH_MODEL: "large",
  });
  expect(first).toBe("These settings are not right:");
  expect(more.map((line) => line.trim().split(" ")[0]).sort()).toEqual(
    ["MAIL_DOMAIN", "POLISH_URL", "PORT", "PUBLIC_URL", "ROLE", "SMTP_TLS_CERT", "SMTP_URL"].sort(),
  );
});
