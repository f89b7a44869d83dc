import { randomBytes } from "node:crypto";
import { logoPath } from "@deskhand/contract/pages";
import { isId } from "../../../platform/db/ids.ts";
import { asTenantId, type TenantId } from "../../../platform/db/tenant.ts";

export const logoTypes = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
} as const;
export type LogoType = keyof typeof logoTypes;

const form = /^([0-9a-f-]{36})-[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/;

/** Returns a new name for a tenant's logo that nobody can guess: 128 random bits. */
export function newLogoName(tenant: TenantId, type: LogoType): string {
  return `${tenant}-${randomBytes(16).toString("hex")}.${logoTypes[type]}`;
}

/** Returns the tenant whose logo has this name; undefined if it is no such name. */
export function tenantOfLogo(name: string): TenantId | undefined {
  const id = form.exec(name)?.[1];
  return id !== undefined && isId(id) ? asTenantId(id) : undefined;
}

/** Returns the path at which this installation serves the logo of a URL; null for any other URL. */
export function logoPathIn(url: string, publicUrl: string): string | null {
  const name = logoNameIn(url, publicUrl);
  return name !== null && form.test(name) ? logoPath(name) : null;
}

/** Returns the logo name in a URL of this installation; null for any other URL. */
export function logoNameIn(url: string, publicUrl: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  return origin === new URL(publicUrl).origin && pathname === logoPath(name) ? name : null;
}
