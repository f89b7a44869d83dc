/** Has the browser make a passkey by what the server asks for; null when the person cancelled, or has one on this device already. */
export async function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<Record<string, unknown> | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  try {
    const made = await navigator.credentials.create({ publicKey });
    return made instanceof PublicKeyCredential ? { ...made.toJSON() } : null;
  } catch (error) {
    // Cancelled, not in time, or known to the device: the browser has said so.
    const names = ["NotAllowedError", "AbortError", "InvalidStateError"];
    if (error instanceof DOMException && names.includes(error.name)) return null;
    throw error;
  }
}
