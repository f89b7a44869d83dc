// What begins a letter, by language, as expressions with ";" between them; a blank stands for any.

/** Said with a name behind it or without. */
const greetings = `
hello again; hello; hii?; hiya; heya?; howdy; g'?day; greetings; good ?(?:day|morning|afternoon|evening); morning; to whom it may concern;
hallo; hallöchen; moin(?: moin)?; servus; grüezi; grüß (?:gott|dich|euch|sie); (?:einen )?(?:schönen )?guten? (?:tag|morgen|abend|nachmittag);
(?:re)?bonjour; bonsoir; salut; coucou; hola; (?:muy )?buen[oa]s (?:d[ií]as|tardes|noches); buenas; buen d[ií]a; bon dia; bona tarda;
ciao; salve; buon ?giorno; buona ?sera; buon pomeriggio; ol[áa]; oi; bom dia; boa (?:tarde|noite);
hoi; dag; goede ?(?:dag|morgen|middag|avond|namiddag); dzie[ńn] dobry; dobry wieczór; cześć; witam; witajcie; hejka;
hej(?: hej|san)?; tjena; god ?(?:dag|morgon|morgen|kväll|aften|eftermiddag|ettermiddag|middag); hei(?:sann)?; halló; góðan (?:dag|daginn);
moi(?:kka)?; terve; hyvää (?:päivää|huomenta|iltaa); päivää; huomenta; tere(?: päevast)?; labdien; sveiki; laba diena;
dobrý (?:den|deň|večer); dobré ráno; ahoj; zdravím; szia(?:sztok)?; helló; jó (?:napot|reggelt|estét)(?: kívánok)?; üdvözlöm;
bun[ăa] (?:ziua|dimineața|seara); bună; dobar dan; dobro jutro; dobra večer; zdravo; živjo; pozdravljeni; përshëndetje;
merhaba(?:lar)?; selam(?:lar)?; günaydın; [iİ]yi (?:günler|akşamlar|geceler); γει[αά](?: σας| σου)?; καλη(?:μέρα|σπέρα)(?: σας)?;
здравствуйте; здравствуй; привет(?:ствую)?; добрый (?:день|вечер); доброе утро; доброго (?:дня|времени суток|ранку|вечора);
добрий (?:день|вечір|ранок); добридень; вітаю; привіт; здравейте; добър ден; здраво; добар дан;
السلام عليكم(?: ورحمة الله)?(?: وبركاته)?; مرحبا(?: بكم)?; مرحباً; أهلا; تحية طيبة(?: وبعد)?; صباح الخير; مساء الخير; سلام;
שלום(?: רב)?; היי; הי; בוקר טוב; ערב טוב; צהריים טובים; xin chào; chào; halo; hai; selamat (?:pagi|siang|sore|malam); नमस्ते`;
/** Said before a name; most are said of things too, as "beste kwaliteit". */
const addresses = `
(?:my )?dear(?:est)?; liebe[rs]?; (?:sehr )?(?:geehrte|verehrte|werte)[rs]?; madame,? monsieur; mesdames,? messieurs; madame; monsieur; messieurs; mesdames; chère?s?; chers?; estimad[oa]s?; querid[oa]s?; apreciad[oa]s?;
benvolgut; benvolguda; gentil[ei]; gentilissim[oaie]; egregi[oa]?; spett\\.?(?:le|abile)?; car[oaie]s?; carissim[oaie]; prezad[oa]s?;
exm[oa]s?\\.?; beste; geachte; lieve; szanown[aiey]; drog[aiey]; drodzy; kära; bästa; kære; kjære; bedste; hyvät?; rakas; gerb\\.?; gerbiam[aiy];
vážen[áíý]; mil[áíý]; kedves; tisztelt; stimat[eăi]; stimați; dragă; poštovan[ai]; spoštovan[ai]; drag[ai]; sayın; sevgili; değerli;
αγαπητ(?:έ|ή|οί|ές); αξιότιμ(?:ε|η|οι); уважаем(?:ый|ая|ые|и); дорог(?:ой|ая|ие); шановн(?:ий|а|і); скъпи; поштовани;
عزيزي; عزيزتي; السادة; לכבוד; kính gửi; thân gửi; yth\\.?; kepada(?: yth\\.?)?`;
/** How somebody is addressed who is not known by name, and what stands within such words. */
const unnamed =
  words(`there again all both team teams crew staff everyone everybody anyone folks guys friend friends people ladies gentlemen sir
sirs madam ma'am mr mrs ms dr customer customers service services support care sales help helpdesk desk shop store company department seller
manager to you and or the of at from in dear damen herr herrn herren frau zusammen alle allerseits ihr lieben liebe lieber liebes sehr geehrte
geehrter geehrtes und vom von der das die an kundenservice kundendienst kundenbetreuung support-team service-team madame monsieur mesdames
messieurs tous toutes à et ou le la les du de des l'équipe équipe client clients clientèle cher chère chers señor señora señores señoras
sr sra srs sres equipo atención al a todos todas cliente clientes y o amigos del servicio signor signora signori signore tutti tutte assistenza
clienti servizio e alla di senhor senhora senhores senhoras equipe equipa time pessoal atendimento suporte gente heer mevrouw heren dames
allemaal klantenservice meneer en of państwo panie pani panu pan panowie i sammen alla på kundeservice kundservice kundtjänst og och kaikki
asiakaspalvelu ekibi ekip yetkili bey hanım команда коллеги друзья господа служба поддержки поддержка`);
/** What a sentence goes on with right behind a greeting, without a sign between them: "hi my parcel is late". */
const goingOn =
  words(`I I'm I've My i i'm im i've my we our this where when what why how is are can could would please have has do did just still
ich wir mein meine unser unsere wo wann wie ist bitte können kann könnten leider je j'ai mon ma mes nous notre où quand yo mi mis nuestro
dónde cuándo quisiera quería compré necesito tengo el los las io il mio mia dove quando vorrei ho eu meu minha onde gostaria comprei ik mijn
onze waar wanneer wij jag mitt min var när jeg hvor når minä missä mam mój moja moje gdzie kiedy proszę já můj kde kdy я мой моя мы где
когда benim nerede the der die das le la les o`);

// Written without blanks between words, or with the name before the greeting.
const unspaced = [
  /^(?:いつも|平素より|平素は)?(?:大変|たいへん)?お世話になって?(?:おり|い)?ます[。、！!,.\s]*/u,
  /^(?:こんにち[はわ]|こんばん[はわ]|おはようございます|はじめまして|初めまして|拝啓)[。、！!,.\s]*/u,
  /^[^。、,]{1,24}(?:様|さま|御中|各位)[。、！!,]?\s*$/u,
  /^(?:\p{L}{0,8}?)(?:您好|你们好|你好|大家好|早上好|上午好|下午好|晚上好|早安|午安|晚安|哈喽|哈囉)(?!吗|嗎)(?:啊|呀)?[，,！!。.：:～~\s]*/u,
  /^(?:尊敬的|亲爱的|親愛的|敬爱的)[^，,：:！!。]{1,20}(?:[，,：:！!]\s*|$)/u,
  /^(?:[\p{L} ]{0,16} )?안녕(?:하세요|하십니까|하신가요)(?!\p{L})[,.!~\s]*/u,
  /^[\p{L}\s]{1,20}(?:님|담당자님)(?:께)?[,.]?\s*$/u,
  /^(?:เรียน\s*\S{0,20}\s+)?สวัสดี(?:ค่ะ|ครับ|คะ|คับ)?[,.!\s]*/u,
];
const greeting = beginning(greetings);
const address = beginning(addresses);
/** Up to the sign that ends a name; a title and an initial have a dot of their own. */
const name =
  /^(?:(?<![\p{L}])(?:\p{Lu}|dr|mr|mrs|ms|prof|st|sr|sra|sres|srs|hr|fr)\.|[^,;:!?.…،、，。！：(\n–—-]|(?<!\s)[-–](?!\s)){0,60}/iu;
const sign = /^(?:[\s,;:!.…،、，。！：–—*_~"'-]|\p{Extended_Pictographic}|\uFE0F)+/u;

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

function beginning(list: string): RegExp {
  const longestFirst = list.split(";").map((each) => each.trim().replaceAll(" ?", "\\s*").replaceAll(" ", "\\s+"));
  longestFirst.sort((one, other) => other.length - one.length);
  return new RegExp(`^(?:${longestFirst.join("|")})(?![\\p{L}\\p{M}\\p{N}'’]|-\\S)`, "iu");
}

/** Whether a text begins as letters do, with or without a name. */
export function beginsWithGreeting(text: string): boolean {
  const line = text.slice(0, 200).replace(/^[^\p{L}\p{N}]{1,5}/u, "");
  return [greeting, address, ...unspaced].some((each) => each.test(line));
}

/** A line without the greeting that it begins with, whoever is greeted; empty where it is nothing else. */
export function withoutGreeting(line: string): string {
  let rest = line;
  for (let greeted = 0; greeted < 3; greeted++) {
    const next = afterGreeting(rest.replace(/^[^\p{L}\p{N}#[(]{1,5}/u, ""));
    if (next === null) return rest;
    rest = next;
  }
  return rest;
}

/** What follows one greeting; null where a line begins with something else. */
function afterGreeting(line: string): string | null {
  const found = unspaced.map((each) => each.exec(line)?.[0]).find(Boolean);
  if (found) return line.slice(found.length);
  const said = greeting.exec(line)?.[0];
  const opener = said ?? address.exec(line)?.[0];
  if (opener === undefined) return null;
  const rest = line.slice(opener.length);
  const [whom = ""] = name.exec(rest) ?? [];
  const behind = rest.slice(whom.length);
  if (!/[\p{L}\p{N}]/u.test(whom))
    return said === undefined && behind !== "" && !behind.startsWith(",") ? null : behindSign(behind);
  const isEnded = behind === "" || (sign.test(behind) && !behind.startsWith("?"));
  if (isEnded && isName(whom, said !== undefined || /^dear$/i.test(opener))) return behindSign(behind);
  const [first = ""] = whom.trim().split(/\s+/, 1);
  return said !== undefined && goingOn.has(first === first.toUpperCase() ? first.toLowerCase() : first)
    ? rest.trimStart()
    : null;
}

/** What stands behind "Hello," and who may still be named there: "Hello, dear Lumen team! …", "Здравствуйте, Анна!". */
function behindSign(behind: string): string {
  const rest = behind.replace(/^\?+/, "").replace(sign, "");
  const [whom = ""] = name.exec(rest) ?? [];
  const after = rest.slice(whom.length).replace(sign, "");
  const isTeam = tokensOf(whom).some((token) => /^(?:team|support|all|everyone|service|equipo|équipe)$/i.test(token));
  const isEnded = after === "" || (isTeam && sign.test(rest.slice(whom.length)));
  return isEnded && isName(whom, false) ? after : rest;
}

/** Whether words are names, or how somebody is addressed, as far as their shape tells; some write names small. */
function isName(whom: string, maybeSmall: boolean): boolean {
  const tokens = tokensOf(whom);
  if (tokens.length === 0 || tokens.length > 9 || /\p{N}/u.test(whom)) return false;
  if (tokens.length > 1 && tokens.some((token) => goingOn.has(token) && !unnamed.has(token))) return false;
  const isShouted = tokens.length > 1 && whom === whom.toUpperCase() && whom !== whom.toLowerCase();
  const named = tokens.filter((token) => !unnamed.has(token.toLowerCase()));
  const small = named.filter((token) => isShouted || /^\p{Ll}+$/u.test(token));
  if (small.length === 0) return named.length <= 5;
  return (
    maybeSmall && (named.length === 1 || (named.length === 2 && /[&+]|\s(?:and|und|et|y|e|en|i|og|och)\s/i.test(whom)))
  );
}

function tokensOf(text: string): string[] {
  return text
    .split(/[\s/&+*_]+/)
    .filter((token) => /\p{L}/u.test(token))
    .map((token) => token.replace(/\.$/, ""));
}
