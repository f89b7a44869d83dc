import { expect, test } from "vitest";
import { languageOf } from "./detect-language.ts";

test.each([
  ["en", "Hello, I ordered a lamp two weeks ago and it still has not arrived. Could you please tell me where it is?"],
  ["en", "Hi, the parcel was damaged. I'd like a refund, thanks"],
  ["de", "Guten Tag, wo ist mein Paket? Ich warte seit zwei Wochen und habe noch nichts bekommen."],
  ["fr", "Bonjour, je n'ai pas encore reçu ma commande. Pouvez-vous me dire où est le colis ?"],
  ["es", "Hola, todavía no ha llegado mi pedido. ¿Me pueden decir dónde está el paquete?"],
  ["it", "Buongiorno, il mio ordine non è ancora arrivato. Potete dirmi dove si trova il pacco?"],
  ["nl", "Hallo, ik heb mijn bestelling nog niet ontvangen. Kunt u mij vertellen waar het pakket is?"],
  ["pl", "Dzień dobry, moja paczka jeszcze nie dotarła. Czy mogą Państwo sprawdzić, gdzie jest przesyłka?"],
  ["pt", "Olá, a minha encomenda ainda não chegou. Podem dizer-me onde está?"],
  [null, "ok"],
  [null, "12345 --- !!!"],
  [null, ""],
])("%s: %s", (language, text) => {
  expect(languageOf(text)).toBe(language);
});
