import { readFileSync } from "node:fs";
import { limits } from "@deskhand/contract/limits";

type Owner = { email: string; name: string; storeName: string };

/** Rows of neighbouring keys, and the usual paths over the keyboard. */
const sequences = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1qaz2wsx3edc4rfv5tgb6yhn",
];

/**
 * Everything that makes a password too weak, each as a sentence; empty when it is good enough. Used at sign-up and for
 * every change.
 */
export function passwordFaults(password: string, owner: Owner): string[] {
  const { passwordMinLength: min, passwordMaxLength: max } = limits;
  if (password.length > max) return [`Use at most ${max} characters`];
  const lower = password.toLowerCase();
  const faults: [boolean, string][] = [
    [password.length < min, `Use at least ${min} characters`],
    [namesOwner(password, owner), "It is your e-mail address, your name or your store's name"],
    [isCommon(lower), "It is one of the most used passwords"],
    [isRepeated(lower), "It repeats the same characters"],
    [isSequence(lower), "It is a sequence that is easy to guess"],
  ];
  return faults.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
const withoutEnd = (text: string) => text.replace(/[^\p{L}]+$/u, "");

function namesOwner(password: string, { email, name, storeName }: Owner): boolean {
  const owned = [email, email.slice(0, email.lastIndexOf("@")), name, storeName].map(plain);
  const variants = [plain(password), plain(withoutEnd(password))];
  return owned.some((each) => each !== "" && variants.includes(each));
}

const lookalikes: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "@": "a", $: "s" };

/** Few digits and marks around a word add no secrecy: "Welcome2026!" is still "welcome". */
const fewSigns = 6;

function isCommon(lower: string): boolean {
  const beginning = withoutEnd(lower);
  const word = beginning.replace(/^[^\p{L}]+/u, "");
  const around = lower.split(word, 2).join("");
  const isBare = around.length <= fewSigns || isMostUsed(around) || isSequence(around) || isRepeated(around);
  return [lower, unitOf(lower), ...(isBare ? [word, beginning] : [])].some(
    (each) => isMostUsed(each) || isMostUsed(spelled(each)),
  );
}

function spelled(word: string): string {
  return word.replace(/[01345@$]/g, (sign) => lookalikes[sign] ?? "");
}

/** The repeated unit of a text, as "password" in "passwordpassword"; otherwise the text itself. */
function unitOf(text: string): string {
  const repeatAt = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, repeatAt);
}

function isRepeated(lower: string): boolean {
  return [1, 2, 3, 4].some((length) => {
    const unit = lower.slice(0, length);
    return lower.length >= 2 * length && unit.repeat(lower.length).slice(0, lower.length) === lower;
  });
}

function isSequence(lower: string): boolean {
  const backwards = [...lower].reverse().join("");
  return lower.length > 2 && sequences.some((row) => row.includes(lower) || row.includes(backwards));
}

/** Missing in the list, which is from 2012: words of our trade, and the commonest passwords of other languages. */
const others =
  " deskhand helpdesk shopify woocommerce passwort senha contraseña contrasena motdepasse wachtwoord hasło haslo lozinka parola " +
  "пароль привет любовь йцукен йцукенг qwertz qwertzuiop azerty azertyuiop 密码 密碼 パスワード 비밀번호 كلمةالسر סיסמה ";

// One text of 240 kB: a set of its 30,000 words would take ten times that, to save 10 µs of the 10 ms of a hash.
let listed: string | undefined;

/** Whether a password, in lower case, is among the 30,000 most used. */
function isMostUsed(lower: string): boolean {
  if (lower === "" || /\s/.test(lower)) return false;
  listed ??= readList();
  return listed.includes(` ${lower} `) || others.includes(` ${lower} `);
}

function readList(): string {
  // As Latin-1, one byte per letter.
  const text = readFileSync(new URL("./most-used-passwords.txt", import.meta.url), "latin1");
  return ` ${text.replace(/^#.*\n/, "").replaceAll("\n", " ")} `;
}
