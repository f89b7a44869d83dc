/**
 * Compares package-lock.json with npm's record of node_modules (null without one). Returns undefined if nothing is missing;
 * `addsTools` if everything installed may stay and only packages for tools have to be added.
 */
export function whatIsMissing(wanted, installed, withTools) {
  if (!installed) return { reason: "node_modules is missing", addsTools: false };
  const others = Object.entries(wanted).filter(
    ([path, { version }]) => path !== "" && installed[path]?.version !== version,
  );
  const isAbsent = ([path]) => !installed[path];
  const mayBeAbsent = ([, { optional, devOptional }]) => optional || devOptional;
  const wrong = others.find((one) => !isAbsent(one) || !(mayBeAbsent(one) || one[1].dev));
  if (wrong) return { reason: `${nameOf(wrong)} is not as package-lock.json says`, addsTools: false };
  const tool = others.find((one) => !mayBeAbsent(one));
  return withTools && tool ? { reason: `${nameOf(tool)} and other tools are missing`, addsTools: true } : undefined;
}

/** Whether an installation includes packages that only tools need. */
export function hasTools(installed) {
  return Object.values(installed ?? {}).some(({ dev }) => dev);
}

function nameOf([path]) {
  return path.replace(/^.*node_modules\//, "");
}
