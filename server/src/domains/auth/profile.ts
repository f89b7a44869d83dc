import { Readable } from "node:stream";
import type { Profile } from "@deskhand/contract/account";
import { avatarUrl } from "@deskhand/contract/pages";
import { fileTypeFromBuffer } from "file-type";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { deleteFile, storeFile } from "../../platform/storage/files.ts";
import { type AvatarType, lockPerson, selectAvatar, selectShown, updateAvatar, updateName } from "./account.queries.ts";

const types: readonly AvatarType[] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/** A signed-in person as they are shown: with the name of this moment, and where their picture is. */
export async function profileOf(tx: TenantTx, { userId, email, role }: Actor): Promise<Profile> {
  const shown = await selectShown(tx, userId);
  if (!shown) throw fail("not_signed_in");
  const avatar = shown.avatarFileId === null ? null : avatarUrl(userId, shown.avatarFileId);
  return { id: userId, email, name: shown.name, role, avatar };
}

/** Gives the actor another name. What they wrote before keeps the one it was written under. */
export function updateProfile(tx: TenantTx, actor: Actor, { name }: { name: string }): Promise<Profile> {
  return changeProfile(tx, actor, () => updateName(tx, actor.userId, name));
}

/** What these bytes are a picture of, whatever their sender calls them; fails when they are none. */
export async function avatarTypeOf(bytes: Uint8Array): Promise<AvatarType> {
  const found = await fileTypeFromBuffer(bytes);
  const type = types.find((each) => each === found?.mime);
  if (!type) throw fail("avatar_not_picture");
  return type;
}

/** Gives the actor another picture, or none; the one before is gone. */
export function setAvatar(
  tx: TenantTx,
  actor: Actor,
  picture: { bytes: Uint8Array; type: AvatarType } | null,
): Promise<Profile> {
  return changeProfile(tx, actor, async () => {
    const before = await selectAvatar(tx, actor.userId);
    const file = picture && (await storeFile(tx, Readable.from([picture.bytes])));
    await updateAvatar(tx, actor.userId, file && picture ? { fileId: file.id, type: picture.type } : null);
    if (before) await deleteFile(tx, before.fileId);
  });
}

async function changeProfile(tx: TenantTx, actor: Actor, change: () => Promise<void>): Promise<Profile> {
  if (!(await lockPerson(tx, actor.userId))) throw fail("not_signed_in");
  await change();
  await emit(tx, "user.updated", { userId: actor.userId });
  return profileOf(tx, actor);
}
