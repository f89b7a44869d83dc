import { expect, test } from "vitest";
import { mailLanguage } from "./mail-language.ts";
import { ratingLanguages, wantedLanguage, wordsIn } from "./rating-words.ts";

/** What a customer writes, in each language. */
const letters: Record<string, string> = {
  en: "Hello, my order has not arrived yet. Can you tell me where it is?",
  de: "Guten Tag, meine Bestellung ist noch nicht da. Wo bleibt sie?",
  fr: "Bonjour, ma commande n'est pas arrivée. Où est-elle ? Merci",
  es: "Hola, mi pedido no ha llegado. ¿Dónde está? Gracias",
  it: "Buongiorno, il mio ordine non è ancora arrivato. Dove si trova? Grazie",
  nl: "Goedendag, mijn bestelling is nog niet aangekomen. Waar blijft het pakket? Bedankt",
  pt: "Olá, a minha encomenda ainda não chegou. Onde está? Obrigada",
  sv: "Hej, min beställning har inte kommit fram. Var är paketet? Tack",
  da: "Hej, min bestilling er ikke kommet endnu. Hvor er pakken? Tak",
  nb: "Hei, bestillingen min har ikke kommet ennå. Hvor er pakken? Takk",
  fi: "Hei, tilaukseni ei ole vielä saapunut. Missä paketti on? Kiitos",
  is: "Góðan daginn, pöntunin mín er ekki komin ennþá. Hvar er hún? Takk",
  ca: "Bon dia, la meva comanda encara no ha arribat. On és el paquet? Gràcies",
  gl: "Bos días, o meu pedido aínda non chegou. Onde está o paquete? Grazas",
  eu: "Egun on, nire eskaera oraindik ez da iritsi. Non dago? Eskerrik asko",
  pl: "Dzień dobry, moje zamówienie jeszcze nie dotarło. Gdzie jest paczka? Dziękuję",
  cs: "Dobrý den, moje objednávka ještě nepřišla. Kde je zásilka? Děkuji",
  sk: "Dobrý deň, moja objednávka ešte neprišla. Kde je zásielka? Ďakujem",
  hu: "Jó napot, a rendelésem még nem érkezett meg. Hol van a csomag? Köszönöm",
  ro: "Bună ziua, comanda mea nu a ajuns încă. Unde este coletul? Mulțumesc",
  bg: "Здравейте, поръчката ми още не е пристигнала. Къде е пратката? Благодаря",
  hr: "Dobar dan, moja narudžba još nije stigla. Gdje je paket? Hvala",
  sr: "Добар дан, моја поруџбина још није стигла. Где је пакет? Хвала",
  sl: "Pozdravljeni, moje naročilo še ni prispelo. Kje je paket? Hvala",
  lt: "Laba diena, mano užsakymas dar neatvyko. Kur yra siunta? Ačiū",
  lv: "Labdien, mans pasūtījums vēl nav pienācis. Kur ir sūtījums? Paldies",
  et: "Tere, minu tellimus ei ole veel kohale jõudnud. Kus pakk on? Aitäh",
  el: "Καλημέρα, η παραγγελία μου δεν έχει φτάσει ακόμα. Πού είναι;",
  sq: "Përshëndetje, porosia ime nuk ka mbërritur ende. Ku është pakoja? Faleminderit",
  tr: "Merhaba, siparişim henüz gelmedi. Kargo nerede? Teşekkürler",
  ru: "Здравствуйте, мой заказ ещё не пришёл. Где посылка? Спасибо",
  uk: "Добрий день, моє замовлення ще не прийшло. Де посилка? Дякую",
  mk: "Добар ден, мојата нарачка сè уште не е пристигната. Каде е пакетот? Ви благодарам",
  ar: "مرحبا، لم يصل طلبي بعد. أين هو؟ شكرا",
  he: "שלום, ההזמנה שלי עדיין לא הגיעה. איפה היא? תודה",
  fa: "سلام، سفارش من هنوز نرسیده است. کجاست؟ متشکرم، پیگیری کنید",
  ur: "السلام علیکم، میرا آرڈر ابھی تک نہیں آیا۔ وہ کہاں ہے؟ شکریہ",
  ja: "こんにちは。注文した商品がまだ届いていません。いつ届きますか？",
  zh: "您好，我的订单还没有到。请问什么时候能收到？谢谢",
  "zh-Hant": "您好，我的訂單還沒有到。請問什麼時候能收到？謝謝",
  ko: "안녕하세요. 제 주문이 아직 도착하지 않았습니다. 언제 오나요?",
  th: "สวัสดีค่ะ คำสั่งซื้อของฉันยังมาไม่ถึง พัสดุอยู่ที่ไหนคะ",
  vi: "Xin chào, đơn hàng của tôi vẫn chưa đến. Gói hàng đang ở đâu? Cảm ơn",
  id: "Halo, pesanan saya belum sampai. Di mana paketnya? Terima kasih",
  hi: "नमस्ते, मेरा ऑर्डर अभी तक नहीं आया है। वह कहाँ है? धन्यवाद",
};

test.each(ratingLanguages)("a letter in %s is told apart, and there are words for its answer", (language) => {
  expect(mailLanguage(letters[language] ?? "")).toBe(language);
  const { names, isRightToLeft: _, ...words } = wordsIn(language);
  expect([...names, ...Object.values(words)].filter((text) => text.trim() === "")).toEqual([]);
  expect(new Set(names).size).toBe(5);
});

test("45 languages have words of their own", () => {
  expect(ratingLanguages).toHaveLength(45);
  expect(new Set(ratingLanguages.map((language) => wordsIn(language).question)).size).toBe(45);
});

test.each([
  ["", "en"],
  ["4711", "en"],
  ["Οκ, thank you for the parcel", "en"],
])("a text that says little is answered in English: %j", (text, language) => {
  expect(mailLanguage(text)).toBe(language);
});

test.each([
  [undefined, "en"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["xx, fr;q=0.5", "fr"],
  ["zh-TW", "zh-Hant"],
  ["no", "nb"],
  ["constructor", "en"],
])("a browser that wants %j reads %s", (header, language) => {
  expect(wantedLanguage(header)).toBe(language);
});
