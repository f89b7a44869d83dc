import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

// Usage: npm test -- image. If Docker answers, builds docs/deploy/Dockerfile, starts it as a new installation, waits until it is
// healthy, and stops it; otherwise says that it is skipped. Needs the network for the image's packages.
const run = promisify(execFile);
const root = new URL("..", import.meta.url);
const name = `deskhand-try-${randomUUID().slice(0, 8)}`;
const startMs = 180_000;

const docker = async (...args: string[]) =>
  (await run("docker", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();

if (await answers()) await tryImage();
else console.log("skipped: no Docker answers here");

async function answers(): Promise<boolean> {
  try {
    await docker("info", "--format", "{{.ServerVersion}}");
    return true;
  } catch {
    // Docker is not installed, or its daemon is not running.
    return false;
  }
}

async function tryImage(): Promise<void> {
  await docker("build", "--file", "docs/deploy/Dockerfile", "--tag", name, ".");
  try {
    const settings = [
      "PUBLIC_URL=https://desk.example.com",
      "MAIL_DOMAIN=mail.example.com",
      "SMTP_URL=smtp://127.0.0.1:9",
    ];
    await docker("run", "--detach", "--name", name, ...settings.flatMap((setting) => ["--env", setting]), name);
    await untilHealthy();
    const metrics = await docker("exec", name, "node", "-e", asked("http://127.0.0.1:9464/metrics"));
    if (!metrics.includes("deskhand_database_up 1")) throw new Error(`It tells no figures: ${metrics.slice(0, 500)}`);
    await docker("stop", "--time", "90", name);
    const code = await docker("inspect", "--format", "{{.State.ExitCode}}", name);
    if (code !== "0") throw new Error(`It did not stop in good order, but with ${code}`);
    console.log("The image was built, started, asked and stopped");
  } finally {
    await docker("rm", "--force", "--volumes", name);
    await docker("rmi", "--force", name);
  }
}

async function untilHealthy(): Promise<void> {
  for (const end = Date.now() + startMs; Date.now() < end; await sleep(1_000)) {
    const [status, health] = (
      await docker("inspect", "--format", "{{.State.Status}} {{.State.Health.Status}}", name)
    ).split(" ");
    if (health === "healthy") return;
    if (status === "exited") break;
  }
  throw new Error(`It did not become healthy: ${await docker("logs", "--tail", "50", name)}`);
}

function asked(url: string): string {
  return `fetch("${url}").then((answer) => answer.text()).then(console.log)`;
}
