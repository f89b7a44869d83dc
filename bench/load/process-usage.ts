import { readdirSync, readFileSync } from "node:fs";

/** The kernel's unit of CPU time: 1/100 s on every Linux. */
const tickMs = 10;

/** Returns the CPU milliseconds used so far by a process and its ended children. */
export function cpuMsOf(pid: number): number {
  const fields = statFields(pid);
  return fields ? (fields.own + fields.children) * tickMs : 0;
}

/** Returns the CPU milliseconds used so far by a process's first thread. */
export function mainThreadCpuMsOf(pid: number): number {
  return (statFields(`${pid}/task/${pid}`)?.own ?? 0) * tickMs;
}

/** Returns the CPU milliseconds used so far by a process and all its children: PostgreSQL works in children. */
export function cpuMsOfFamily(pid: number): number {
  let sum = cpuMsOf(pid);
  for (const name of readdirSync("/proc")) {
    const child = /^\d+$/.test(name) ? statFields(Number(name)) : undefined;
    if (child?.parent === pid) sum += child.own * tickMs;
  }
  return sum;
}

/** Returns how much memory of a process is in RAM, in MB. */
export function rssMbOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}

/** Returns the process that started this one. */
export function parentOf(pid: number): number {
  return statFields(pid)?.parent ?? 0;
}

function statFields(pid: number | string): { parent: number; own: number; children: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain anything; fields are counted after it (proc_pid_stat(5)).
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0, own1 = 0, own2 = 0, child1 = 0, child2 = 0] = [1, 11, 12, 13, 14].map((at) => fields[at]);
    return { parent, own: own1 + own2, children: child1 + child2 };
  } catch {
    return undefined; // The process has ended.
  }
}
