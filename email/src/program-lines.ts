// Lines that mail programs and telephones add below a text: "Sent from my iPhone", "Get Outlook for iOS".

/** What such a line says was done, by language: a line has at least one of these. */
const sent = `sent secured | gesendet versendet verschickt versandt | envoyé envoyée expédié | enviado enviada enviat | inviato inviata | verstuurd verzonden
  | skickat skickades | sendt | lähetetty | wysłane wysłano wysłana | odesláno odeslané | odoslané odoslaná | küldve elküldve | trimis
  | отправлено отправлен | надіслано відправлено | изпратено изпратен | στάλθηκε εστάλη απεστάλη | gönderildi gönderilmiştir | poslano poslato poslao
  | saadetud | nosūtīts | išsiųsta | dikirim terkirim | gửi | ส่งจาก | نُشر أُرسل أرسل أُرسلت مرسل الإرسال إرسال ارسال | נשלח נשלחה`;
/** What invites to get a program. */
const get = `get download | beziehen holen herunter herunterladen laden | obtenir obtenez télécharger téléchargez | obtener obtenga descargar descargue | scarica ottieni
  | downloaden ophalen | obter obtenha baixar baixe transferir | skaffa hämta | hent få skaff | hanki lataa | pobierz | získat získejte stáhnout stáhněte
  | získať stiahnuť | beszerzése letöltése szerezze | obțineți descărcați obține | получить скачать загрузить скачайте | отримати завантажити | вземете изтеглете
  | λήψη αποκτήστε | edinin alın indirin | preuzmite nabavite | tải nhận | dapatkan unduh | รับ | الحصول احصل تنزيل | השג קבל הורד`;
/** Devices, and programs by name. A device's name may be inflected or have an article before it: "iPhonesta", "מה-iPhone". */
const devices =
  "iphone?|ipad|ipod|imac|macbook|ios|android|galaxy|samsung|huawei|honor|xiaomi|redmi|oneplus|oppo|motorola|nokia|xperia|pixel|fairphone|blackberry|айфон";
const programs =
  "outlook|gmail|yahoo|gmx|web\\.de|aol|proton|protonmail|tuta|tutanota|bluemail|spark|thunderbird|airmail|fastmail|zoho|t-online|telekom|mail\\.ru|yandex|hotmail|k-9|fairemail|edison|canary|superhuman|windows|mac";
/** Words that such a line has besides. */
const fillers = `my from with via using for the of secure encrypted email e-mail mail app mobile phone smartphone tablet device message by on | diese dieser nachricht e-mail
  wurde von vom mit meinem meiner mein meinem/meiner aus über für auf der dem die das sie sich app mobilen mobile mobiltelefon handy | de depuis mon ma avec à partir du pour l' le
  sur téléphone appareil message | desde mi con para el la móvil teléfono dispositivo celular | da dal con mio mia il per su cellulare dispositivo | vanaf vanuit van met mijn voor het een op telefoon toestel
  | från med min mitt för | fra mit til på mobil telefon deg last ned | minun | z ze mojego mojej za pomocą dla programu program systemu telefonu aplikacji | mého svého pro si můj | môjho pre
  | az a egy készülékemről | de pe din meu mea la cu pentru al | do meu minha pelo pela em o a no partir | с со из моего моей мой через для на | з із мого моєї | от моя моят за | από το τον την του μου μέσω για
  | için ile cihazımdan uygulamasından | s sa iz mog mojega mojeg mobitela | minu | no mana | iš mano | saya untuk | đã từ của tôi cho | ของฉัน สำหรับ | من الـ ال جهاز الخاص بي على لـ تم عبر از | שלי מה של את עבור דרך מכשיר`;
const words = (list: string) => new Set(list.split(/[\s|]+/).filter((word) => word !== ""));
const [sentWords, getWords, fillerWords] = [words(sent), words(get), words(fillers)];
const device = new RegExp(
  `^(?:[\\p{Script=Hebrew}\\p{Script=Arabic}]{1,4}[-־]?)?(?:${devices})(?:['’´-]?\\p{L}{1,12})?$`,
  "iu",
);
const program = new RegExp(`^(?:${programs})(?:['’]\\p{L}{1,6})?$`, "iu");
/** The rest of a model's name: "S22", "14", "Pro". */
const model = /^(?:\p{Lu}?\d{1,4}\p{L}?|pro|max|plus|mini|ultra|air|note|edge|fold|flip|lite|fe|se|5g|4g|lte)$/iu;
// Languages that do not separate words.
const unseparated = [
  "(?:DEVICE)[\\w ]{0,20}から送信(?:されました)?",
  "(?:从|從|发自|發自|來自|来自)\\s?(?:我的\\s?)?(?:DEVICE)[\\w ]{0,20}(?:发送|發送|傳送|寄出|发出)?",
  "(?:나의|내)\\s?(?:DEVICE)[\\w ]{0,20}에서 (?:보냄|발송됨?|전송)",
  "(?:(?:iOS|Android) ?版 ?Outlook|Outlook for (?:iOS|Android)) ?を(?:入手|取得|ダウンロード)",
  "(?:获取|取得|下载|下載) ?(?:适用于 ?(?:iOS|Android) ?的 ?Outlook|(?:iOS|Android) ?版 ?Outlook|Outlook for (?:iOS|Android))",
  "(?:iOS|Android)용 Outlook (?:다운로드|받기|가져오기)",
].map((pattern) => new RegExp(`^(?:${pattern.replaceAll("DEVICE", devices)})[.。]?$`, "iu"));
// A virus scanner's line.
const scanner =
  /^(?:virus-?free|virenfrei|(?:garanti )?sans virus|(?:sin|libre de) virus|(?:privo di|senza) virus|virusvrij|virusfritt?|(?:livre de|sem) vírus|(?:wolne od|nie zawiera) wirusów|(?:bez virů|neobsahuje viry)|vírusmentes|fără viruși|(?:без вирусов|не содержит вирусов)|без вірусів|virüs(?:süz| içermez)|無病毒|无病毒|ウイルス ?フリー|바이러스 없음)[.。]?\s?www\.(?:avast|avg)\.com$/i;
const advert = /^yahoo mail: (?:search|stay|organi[sz]e)\b/i;

/** Whether a line is one that a mail program or a telephone adds, and no person's sentence: each of its words must be one of theirs. */
export function isProgramLine(line: string): boolean {
  const bare = line
    .slice(0, 700)
    .replace(/\s?<(?:https?:|mailto:)[^<>\s]{1,500}>/g, "")
    .trim();
  if (bare === "" || bare.length > 120 || /[!?？]/.test(bare)) return false;
  if (unseparated.some((pattern) => pattern.test(bare)) || scanner.test(bare) || advert.test(bare)) return true;
  const said = bare
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^["'“„(*_]{1,3}|["'”).*_]{1,3}$/g, ""));
  const isDevice = said.some((word) => device.test(word));
  const isProgram = said.some((word) => program.test(word));
  const isSent = said.some((word) => sentWords.has(word)) && (isDevice || isProgram);
  const isOffer = said.some((word) => getWords.has(word)) && isDevice && isProgram;
  return (
    (isSent || isOffer) &&
    said.every(
      (word) =>
        device.test(word) ||
        program.test(word) ||
        model.test(word) ||
        [sentWords, getWords, fillerWords].some((all) => all.has(word)),
    )
  );
}
