import { Readable } from "node:stream";
import type { Profile } from "@deskhand/contract/account";
import { avatarUrl } from "@deskhand/contract/pages";
import { fileTypeFromBuffer } from "file-type";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { PictureChecks } from "../../platform/pictures/picture-workers.ts";
import { deleteFile, storeFile } from "../../platform/storage/files.ts";
import { record } from "../audit/index.ts";
import { type AvatarType, lockPerson, selectShown, updatePerson } from "./auth.queries.ts";

type ProfileRow = { name: string; avatarFileId: string | null };

const types: readonly AvatarType[] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** The signed-in person as shown: with their present name and picture. */
export async function profileOf(tx: TenantTx, actor: Actor): Promise<Profile> {
  return profile(actor, await selectShown(tx, actor.userId));
}

/** Renames the actor. What they wrote before keeps the old name. */
export async function updateProfile(tx: TenantTx, actor: Actor, { name }: { name: string }): Promise<Profile> {
  const before = await lockPerson(tx, actor.userId);
  await updatePerson(tx, actor.userId, { name });
  if (before && before.name !== name)
    await record(tx, actor.userId, "account.name-changed", actor.userId, { from: before.name, to: name });
  await emit(tx, "user.updated", { userId: actor.userId });
  return profile(actor, before && { ...before, name });
}

/** Detects the picture format of these bytes, ignoring the declared type; fails when they are no picture. */
export async function avatarTypeOf(bytes: Uint8Array, checks: PictureChecks): Promise<AvatarType> {
  const found = await fileTypeFromBuffer(bytes);
  const type = types.find((each) => each === found?.mime);
  if (!type) throw fail("avatar_not_picture");
  const fault = await checks.faultOf(bytes);
  if (fault) throw fail(fault === "broken" ? "avatar_broken" : "avatar_too_many_pixels");
  return type;
}

/** Sets or removes the actor's picture, and deletes the old one. */
export async function setAvatar(
  tx: TenantTx,
  actor: Actor,
  picture: { bytes: Uint8Array; type: AvatarType } | null,
): Promise<Profile> {
  const before = await lockPerson(tx, actor.userId);
  const avatar = picture && { fileId: (await storeFile(tx, Readable.from([picture.bytes]))).id, type: picture.type };
  await updatePerson(tx, actor.userId, { avatar });
  if (before?.avatarFileId) await deleteFile(tx, before.avatarFileId);
  await emit(tx, "user.updated", { userId: actor.userId });
  return profile(actor, before && { ...before, avatarFileId: avatar?.fileId ?? null });
}

/** Builds a profile; fails, undoing the transaction, when the person is gone. */
function profile({ userId, email, role }: Actor, row: ProfileRow | undefined): Profile {
  if (!row) throw fail("not_signed_in");
  const avatar = row.avatarFileId === null ? null : avatarUrl(userId, row.avatarFileId);
  return { id: userId, email, name: row.name, role, avatar };
}
