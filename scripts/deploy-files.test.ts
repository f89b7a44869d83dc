import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { startMetricsServer } from "../server/src/platform/metrics/metrics-server.ts";

const run = promisify(execFile);
const read = (name: string) => readFileSync(new URL(`../docs/deploy/${name}`, import.meta.url), "utf8");
const settingsPage = readFileSync(new URL("../docs/self-hosting.md", import.meta.url), "utf8");
const settings = new Set([...settingsPage.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));

/** Returns the names of all series that `/metrics` may have, including those that Prometheus makes of histograms. */
async function seriesNames(): Promise<Set<string>> {
  const queue = { queue: "one", waiting: 0, deferred: 0, active: 0, oldest_seconds: 0 };
  const mail = { direction: "in" as const, is_held: false, mails: 0, oldest_seconds: 0, waits_for: null };
  const server = await startMetricsServer(
    { host: "127.0.0.1", port: 0 },
    {
      pool: { totalCount: 0, idleCount: 0, waitingCount: 0, options: { max: 1 } as never },
      liveConnections: () => 0,
      smtpSessions: () => 0,
      backlog: async () => ({ queues: [queue], mails: [mail], parts: [{ part: "worker", seconds: 1 }] }),
    },
    new Map(),
    () => undefined,
  );
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  await server.close();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
const named = (text: string) => [...new Set(text.match(/\b(?:deskhand|nodejs|process)_[a-z0-9_]+/g) ?? [])];

const alertsSchema = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Deskhand[A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+m$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.enum(["row", "stat", "timeseries"]),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1) })).optional(),
    }),
  ),
});

test("every metric in the alerts and the dashboard exists, and each of ours is in one of them", async () => {
  const existing = await seriesNames();
  const used = named(read("alerts.yml") + read("grafana-dashboard.json"));
  expect(used.filter((name) => !existing.has(name))).toEqual([]);
  const families = (names: Iterable<string>) =>
    new Set(
      [...names]
        .filter((name) => name.startsWith("deskhand_"))
        .map((name) => name.replace(/_(?:bucket|sum|count)$/, "")),
    );
  expect([...families(used)].sort()).toEqual([...families(existing)].sort());
  const unlisted = [...families(existing)].filter((family) => !settingsPage.includes(`\`${family}`));
  expect(unlisted, "docs/self-hosting.md lists them").toEqual([]);
});

test("the alerts are valid Prometheus rules with unique names, and the scrape configuration names their file", () => {
  const { groups } = alertsSchema.parse(parse(read("alerts.yml")));
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(new Set(names).size).toBe(names.length);
  for (const { expr } of groups.flatMap(({ rules }) => rules)) expect(isBalanced(expr), expr).toBe(true);
  const scrape = z
    .object({
      rule_files: z.array(z.string()),
      scrape_configs: z.array(z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) })),
    })
    .parse(parse(read("prometheus.yml")));
  expect(scrape.rule_files).toEqual(["alerts.yml"]);
  expect(scrape.scrape_configs[0]?.static_configs[0]?.targets).toEqual(["deskhand:9464"]);
});

test("the dashboard's panels do not overlap, and each has a query", () => {
  const { panels } = dashboardSchema.parse(JSON.parse(read("grafana-dashboard.json")));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const occupied = new Set<string>();
  for (const { gridPos, type, targets = [] } of panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    expect(type === "row" || targets.length > 0).toBe(true);
    for (const { expr } of targets) expect(isBalanced(expr), expr).toBe(true);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(occupied.has(`${x},${y}`)).toBe(false);
        occupied.add(`${x},${y}`);
      }
  }
});

test("compose, image and unit set only existing settings, and all that production requires", () => {
  const compose = z
    .object({
      services: z.record(
        z.string(),
        z.object({
          image: z
            .string()
            .regex(/:[\w.]+$/, "a version")
            .optional(),
          build: z.object({ context: z.literal("../.."), dockerfile: z.literal("docs/deploy/Dockerfile") }).optional(),
          environment: z.record(z.string(), z.string()).optional(),
          volumes: z.array(z.string()).default([]),
          ports: z.array(z.string()).default([]),
        }),
      ),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(read("compose.yaml")));
  const { deskhand, caddy, prometheus, grafana } = compose.services;
  const image = Object.fromEntries(
    [...read("Dockerfile").matchAll(/\b([A-Z][A-Z_]+)=(\S+)/g)].map(([, name = "", value]) => [name, value]),
  );
  const asked = Object.keys(deskhand?.environment ?? {});
  for (const name of [...asked, ...Object.keys(image)]) expect(settings, name).toContain(name);
  expect(asked).toEqual(["PUBLIC_URL", "MAIL_DOMAIN", "SMTP_URL", "TRUSTED_PROXIES"]);
  expect(image).toMatchObject({
    NODE_ENV: "production",
    DESKHAND_DATA: "/data",
    METRICS_PORT: "9464",
    METRICS_HOST: "0.0.0.0",
  });
  expect(deskhand?.volumes).toEqual([`deskhand:${image.DESKHAND_DATA}`]);
  // Only mail and the proxy are public; the website's own port and the metrics are not.
  expect(deskhand?.ports).toEqual([`25:${image.SMTP_PORT}`]);
  expect(caddy?.ports).toEqual(["80:80", "443:443"]);
  expect([prometheus?.ports, grafana?.ports]).toEqual([[], ["127.0.0.1:3001:3000"]]);
  expect(caddy?.environment?.DESK_AT).toBe(`deskhand:${image.PORT}`);
  for (const { volumes } of Object.values(compose.services))
    for (const volume of volumes) {
      const [from = ""] = volume.split(":");
      if (from.startsWith("./")) expect(read(from.slice(2)).length).toBeGreaterThan(0);
      else expect(Object.keys(compose.volumes)).toContain(from);
    }
  const unit = read("deskhand.service");
  const set =
    /^Environment=(.+)$/m
      .exec(unit)?.[1]
      ?.split(" ")
      .map((line) => line.split("=")) ?? [];
  for (const [name] of set) expect(settings, name).toContain(name);
  // The website is behind a proxy, and mail comes from anywhere.
  expect(set).toEqual(
    expect.arrayContaining([
      ["HOST", "127.0.0.1"],
      ["SMTP_HOST", "0.0.0.0"],
    ]),
  );
});

test("the image copies existing files, in an order that keeps the installed packages", () => {
  const lines = read("Dockerfile")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => /^[A-Z]/.test(line));
  const instruction = /^(?:FROM|WORKDIR|RUN|COPY|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD) \S/;
  for (const line of lines) expect(line).toMatch(instruction);
  expect(lines[0]).toMatch(/^FROM node:24\b/);
  const copied = lines.filter((line) => line.startsWith("COPY ")).flatMap((line) => line.split(" ").slice(1, -1));
  for (const path of copied)
    if (path !== ".") expect(readFileSync(new URL(`../${path}`, import.meta.url)).length).toBeGreaterThan(0);
  const workspaces = z.object({ workspaces: z.array(z.string()), scripts: z.record(z.string(), z.string()) });
  const { workspaces: rooms } = workspaces.parse(
    JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")),
  );
  for (const room of rooms) expect(copied).toContain(`${room}/package.json`);
  expect(lines.findIndex((line) => line.includes("npm ci"))).toBeLessThan(lines.indexOf("COPY . ."));
  expect(lines.findIndex((line) => line.startsWith("USER deskhand"))).toBeGreaterThan(lines.indexOf("COPY . ."));
});

test("systemd accepts the unit, if the machine has systemd", async () => {
  const unit = read("deskhand.service");
  for (const line of unit.split("\n")) expect(line).toMatch(/^$|^#|^\[(?:Unit|Service|Install)\]$|^[A-Z]\w+=\S/);
  if (!(await exists("systemd-analyze"))) return;
  const folder = await mkdtemp(join(tmpdir(), "deskhand-unit-"));
  const path = join(folder, "deskhand.service");
  // On the test's machine the program and its folder are elsewhere or missing.
  await writeFile(path, unit.replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
  const { stderr } = await run("systemd-analyze", ["verify", "--man=no", path]).catch(
    (error: { stderr: string }) => error,
  );
  await rm(folder, { recursive: true });
  expect(stderr.split("\n").filter((line) => line.includes("deskhand.service"))).toEqual([]);
});

test("both proxies pass on what Deskhand needs", () => {
  const [nginx, caddy] = [read("nginx.conf"), read("Caddyfile")];
  for (const text of [nginx, caddy]) expect(isBalanced(text)).toBe(true);
  for (const line of nginx.split("\n").map((text) => text.trim())) expect(line).toMatch(/^$|^#|[;{}]$/);
  for (const needed of [
    "proxy_http_version 1.1;",
    "proxy_set_header Upgrade",
    "proxy_set_header Connection",
    "proxy_set_header Host $host;",
  ])
    expect(nginx).toContain(needed);
  expect(nginx).toContain("proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;");
  const megabytes = (text: string) => Number(/(?:client_max_body_size |max_size )(\d+)m/i.exec(text)?.[1]);
  // The largest accepted upload is a resource's file.
  for (const text of [nginx, caddy]) expect(megabytes(text)).toBeGreaterThan(100);
});

async function exists(program: string): Promise<boolean> {
  try {
    await run("which", [program]);
    return true;
  } catch {
    // This machine has no systemd.
    return false;
  }
}

function isBalanced(text: string): boolean {
  const open: string[] = [];
  const pairs: Record<string, string> = { ")": "(", "]": "[", "}": "{" };
  for (const sign of text.replace(/"[^"]*"/g, "")) {
    if ("([{".includes(sign)) open.push(sign);
    else if (pairs[sign] && open.pop() !== pairs[sign]) return false;
  }
  return open.length === 0;
}
