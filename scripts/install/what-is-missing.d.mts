type Packages = Record<string, { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }>;
export function whatIsMissing(
  wanted: Packages,
  installed: Packages | null,
  withTools: boolean,
): { reason: string; addsTools: boolean } | undefined;
export function hasTools(installed: Packages | null): boolean;
