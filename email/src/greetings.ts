// Beginnings of letters, by language, as expressions separated by ";"; a blank matches any.

/** Used with a name or without. */
const greetings = `
hello again; hello; hii?; hiya; heya?; howdy; g'?day; greetings; good ?(?:day|morning|afternoon|evening); morning; to whom it may concern;
hallo; hallöchen; moin(?: moin)?; servus; grüezi; grüß (?:gott|dich|euch|sie); (?:einen )?(?:schönen )?guten? (?:tag|morgen|abend|nachmittag);
(?:re)?bonjour; bonsoir; salut; coucou; hola; (?:muy )?buen[oa]s (?:d[ií]as|tardes|noches); buenas; buen d[ií]a; bon dia; bona tarda;
ciao; salve; buon ?giorno; buona ?sera; buon pomeriggio; ol[áa]; oi; bom dia; boa (?:tarde|noite);
hoi; dag; goede ?(?:dag|morgen|middag|avond|namiddag); dzie[ńn] dobry; dobry wieczór; cześć; witam; witajcie; hejka;
hej(?: hej|san)?; tjena; god ?(?:dag|morgon|morgen|kväll|kveld|aften|eftermiddag|ettermiddag|middag); hei(?:sann)?; halló; góðan (?:dag|daginn);
moi(?:kka)?; terve; hyvää (?:päivää|huomenta|iltaa); päivää; huomenta; tere(?: päevast)?; labdien; sveiki; laba diena;
dobrý (?:den|deň|večer); dobré ráno; ahoj; zdravím; szia(?:sztok)?; helló; jó (?:napot|reggelt|estét)(?: kívánok)?; üdvözlöm;
bun[ăa] (?:ziua|dimineața|seara); bună; dobar dan; dobro jutro; dobra večer; zdravo; živjo; pozdravljeni; përshëndetje;
merhaba(?:lar)?; selam(?:lar)?; günaydın; [iİ]yi (?:günler|akşamlar|geceler); γει[αά](?: σας| σου)?; καλη(?:μέρα|σπέρα)(?: σας)?;
здравствуйте; здравствуй; привет(?:ствую)?; добрый (?:день|вечер); доброе утро; доброго (?:дня|времени суток|ранку|вечора);
добрий (?:день|вечір|ранок); добридень; вітаю; привіт; здравейте; добър ден; здраво; добар дан;
السلام عليكم(?: ورحمة الله)?(?: وبركاته)?; مرحبا(?: بكم)?; مرحباً; أهلا; تحية طيبة(?: وبعد)?; صباح الخير; مساء الخير; سلام;
שלום(?: רב)?; היי; הי; בוקר טוב; ערב טוב; צהריים טובים; xin chào; chào; halo; hai; selamat (?:pagi|siang|sore|malam); नमस्ते;
(?:season['’]s |warm(?:est)? |kind(?:est)? |best )?greetings(?: from (?:sunny|rainy|snowy|cold|warm|beautiful|lovely))?; happy (?:mon|tues|wednes|thurs|fri|satur|sun)day; happy (?:new year|holidays|easter);
goeie ?(?:dag|morgen|middag|avond|namiddag); goeden?(?:dag|morgen|avond); tach; moinsen; mahlzeit; (?:einen? )?wunderschönen (?:guten )?(?:tag|morgen|abend);
(?:ein )?(?:herzliches|freundliches|liebes|fröhliches) hallo; allô; (?:bien )?le bonjour; buon dì; muy buenas; qué tal; saludos(?: cordiales)?; hola,? buenas;
ola; muy señor(?:es)? (?:mío|nuestro)s?; bos días; boas(?: tardes| noites)?; kaixo; egun on; arratsalde on; bona nit; hejsa; halløj(?:sa)?; davs; goddag; godaften; godmorgen; god formiddag; halla; hallå(?: där)?;
tjenare; hallais; siem(?:a|ano|anko); serdecznie witam; ahojte; čau(?:te)?; nazdar; hezký (?:den|večer); pěkný den; pekný deň; dobré (?:odpoledne|dopoledne|poledne|popoludnie);
iltaa; iltapäivää; hyvää iltapäivää; no (?:hei|moi|terve); hali; szép napot; szervusz(?:tok)?; üdv(?:özletem)?; salutare; noroc; bok; ćao; lep pozdrav; pozdrav(?:i)?;
labas(?: rytas| vakaras)?; sveikas; labrīt; labvakar; [iİ]yi çalışmalar; kolay gelsin; herkese (?:merhaba|selam(?:lar)?|günaydın|iyi günler); (?:всем |всім )(?:привет|привіт|здравствуйте|добрый день|доброго дня);
здрасте; доброй ночи; доброї ночі; (?:kính |dạ |dạ em )chào; chào buổi (?:sáng|trưa|chiều|tối)`;
/** Used before a name; most also precede things, as "beste kwaliteit". */
const addresses = `
(?:my )?dear(?:est)?; liebe[rs]?; (?:sehr )?(?:geehrte|verehrte|werte)[rs]?; madame,? monsieur; mesdames,? messieurs; madame; monsieur; messieurs; mesdames; chère?s?; chers?; estimad[oa]s?; querid[oa]s?; apreciad[oa]s?;
benvolgut; benvolguda; gentil[ei]; gentilissim[oaie]; egregi[oa]?; spett\\.?(?:le|abile)?; car[oaie]s?; car[ií]ssim[oaie]s?; prezad[oa]s?;
exm[oa]s?\\.?; beste; geachte; lieve; szanown[aiey]; drog[aiey]; drodzy; kära; bästa; kære; kjære; bedste; hyvät?; rakas; gerb\\.?; gerbiam[aiy];
vážen[áíý]; mil[áíý]; kedves; tisztelt; stimat[eăi]; stimați; dragă; poštovan[ai]; spoštovan[ai]; drag[ai]; sayın; sevgili; değerli;
αγαπητ(?:έ|ή|οί|ές); αξιότιμ(?:ε|η|οι); уважаем(?:ый|ая|ые|и); дорог(?:ой|ая|ие); шановн(?:ий|а|і); скъпи; поштовани;
عزيزي; عزيزتي; السادة; לכבוד; kính gửi; thân gửi; yth\\.?; kepada(?: yth\\.?)?; dengan hormat;
to the (?:team|staff|people|folks|crew|support); to (?:everyone|everybody|all); attn:?; alla cortese attenzione d(?:el|ella|i); all['’]attenzione d(?:el|ella|i); à l['’]attention d(?:e|u);
ilustríssim[oa]s?; ilustre; distinguid[oa]s?; respetad[oa]s?; benvolguts; benvolgudes; arvoisat?; hyvä; szanown[ey]; vážené; ctěn[áíý]; dragi; drage;
cienījam(?:ie|ais|ā); gerbiamieji; lugupeetud; уважаеми; поштован[аи]; αγαπητ(?:ό|ά); kính thưa; thưa; salamlar; hörmətli`;
/** Used as a whole, never before a name. */
const phrases = `
l\\.\\s?s\\.?; ls(?=,); to whom it may concern; à qui de droit; a quien corresponda; a quien pueda interesar; a chi di competenza; a quem (?:possa )?interessar;
(?:i |we )?(?:do |really |sincerely )?(?:hope|trust|wish)(?: that)? (?:this|my) (?:e-?mail|mail|message|letter|note|text) (?:finds|reaches|meets) you(?: all)?(?: very| in)?(?: well| good health| safely| good spirits| fine)?(?: and (?:in good health|safe|healthy|happy|in good spirits))?;
(?:i |we )?(?:do |really |sincerely )?(?:hope|trust)(?: that)? (?:you|you all|you guys|everyone|everybody|all|everything)(?:['’](?:re|s|ve been)| are| is| have been| had| have)?(?: all| both)?(?: doing| keeping| feeling| having)? (?:very )?(?:well|fine|good|great|ok|okay|safe|healthy|(?:a|an) (?:very )?(?:great|good|nice|lovely|wonderful|amazing|excellent) (?:day|week|weekend|morning|afternoon|evening|time|start))(?:,? and (?:staying |keeping |all |having )?(?:safe|healthy|happy|well|warm|good|a (?:good|great|nice|lovely) (?:day|week|weekend)))?(?: today| there| over there| with you(?: all)?| at your end)?;
how are you(?: all)?(?: doing)?(?: today)?; how['’]?s it going; ich hoffe,? (?:es geht (?:ihnen|euch|dir)|ihnen geht es|euch geht es|dir geht es)(?: allen)? gut; wie geht(?:['’]?s| es)(?: ihnen| euch| dir)?;
j['’]espère que (?:vous allez|tu vas|tout va)(?: tous)? bien; (?:comment )?(?:ça va|allez-vous|vas-tu)(?: bien)?; espero que (?:estés?|estén|se encuentren?|todo (?:esté|vaya))(?: todos)?(?: muy)?(?: bien)?; (?:qué|que) tal(?: (?:estás|están|todo))?; cómo (?:estás?|están|va(?:n)?);
espero que (?:esteja|estejam|tudo esteja)(?: tudo| todos)?(?: bem)?; (?:está )?tudo (?:bem|bom)(?: com (?:você|vocês|vc))?; como (?:vai|vão|está|estão); spero (?:che )?(?:stiate|tu stia|vada|vada tutto|lei stia)(?: tutti)? bene; come (?:va|state|stai);
(?:ik )?hoop dat (?:het|alles|u|je|jullie)[\\p{L} ]{0,20} goed (?:gaat|maakt|maken|is); hoe gaat het(?: met (?:jullie|u|je))?; (?:jag )?hoppas (?:att )?(?:allt|ni|du)[\\p{L} ]{0,12} (?:bra|väl); hur (?:mår ni|är läget|är det); håber (?:at )?(?:I|alt|du|det)[\\p{L} ]{0,12} (?:godt|vel); hvordan går det;
mam nadzieję,? że (?:u )?(?:państwa|was|wszystko)[\\p{L} ]{0,20} (?:dobrze|w porządku); nasılsınız; umarım iyisinizdir; jak se (?:máte|daří); hogy vannak; mitä kuuluu; как дела; надеюсь,? у вас все хорошо`;
/** Forms of address for unknown people, and words within them. */
const unnamed =
  words(`there again all both team teams crew staff everyone everybody anyone folks guys friend friends people ladies gentlemen sir
sirs madam ma'am mr mrs ms dr customer customers service services support care sales help helpdesk desk shop store company department seller
manager to you and or the of at from in dear damen herr herrn herren frau zusammen alle allerseits ihr lieben liebe lieber liebes sehr geehrte
geehrter geehrtes und vom von der das die an kundenservice kundendienst kundenbetreuung support-team service-team madame monsieur mesdames
messieurs tous toutes à et ou le la les du de des l'équipe équipe client clients clientèle cher chère chers señor señora señores señoras
sr sra srs sres equipo atención al a todos todas cliente clientes y o amigos del servicio signor signora signori signore tutti tutte assistenza
clienti servizio e alla di senhor senhora senhores senhoras equipe equipa time pessoal atendimento suporte gente heer mevrouw heren dames
allemaal klantenservice meneer en of państwo panie pani panu pan panowie i sammen alla på kundeservice kundservice kundtjänst og och kaikki
asiakaspalvelu ekibi ekip yetkili bey hanım команда коллеги друзья господа служба поддержки поддержка
lovely valued dearest kind family members' our your votre notre vos nos tout toute vostro vostra tutta vuestro nuestra suo sua euer eure euren ihre ihrem jullie deres vores it's agents members specialists representatives staff's those who work here with everyone's concern concerned
van het medewerker medewerkers mensen klantendienst lezer lezers collega collega's webshop winkel iedereen allen samen afdeling verkoper verkopers vrienden daar
lieve beste leverancier in amici amico ditta staff tutto tutta voi squadra gruppo lo il gentile gentili cari care negozio cortese attenzione colleghi ragazzi dello dei
delle al monde vous amis collègues boutique après-vente gens chères aux au hos dere jer med til begge igjen igen folkens medarbejdere medarbejder venner er ni där
allihopa allihop vänner medarbetare butik butiken wszystkim wszystkich państwa państwu obsługo obsługę obsługa obsługi zespole zespół zespołu serdecznie całą cały całego klienta
sklepie sklepu panowie was wam drużyno ekipo exmos srs amigos amigas amigo galera turma toda todo vocês loja o do dos das ao cliente hölgyem uram hölgyeim uraim vagy és
ügyfélszolgálat csapat mindenki mindenkinek címzett munkatárs munkatársak kolléga kollégák pane paní pánové dámy dama všichni všem vám vás tíme tým týme tím zákaznický zákaznícky
servise servis podporo podpora kolegové přátelé priatelia všetci všetkým přeji prajem kaikille vastaanottaja ystävät ystävä tiimi herrat vaan siellä taas mitenand
miteinander leute mitarbeiter mitarbeiterin mitarbeiterinnen kolleginnen kollegen serviceteam dienst service-mitarbeiter freunde euch ihnen liebste an auch da
verehrtes verehrte verehrter geehrten werten sevgili arkadaşlar herkese herkes millet ilgili yetkilisi yetkililer değerli dostlar müşteri hizmetleri satıcı destek ekibiniz
dilerim domnule doamnă doamna domnilor doamnelor domni doamne domnule/doamnă echipă echipa echipei colegi tuturor prieteni și si tim semua semuanya kak min admin bapak ibu bapak/ibu
pak bu gan sis các bạn anh chị em quý công ty ad ạ cửa hàng khách đội ngũ nhà mọi người chicos chicas amiga gente buenas estimados estimado estimada tothom guztioi equip svima
gospodine gospođo gospođe gospodo gospod gospa gospe vsi vsem timu kõigile klienditeenindus meeskond visi visiems komanda kolegos aptarnavimas σας παιδιά σε όλους όλες κύριοι κύριε κυρία
κυρίες και ομάδα всем всех вас дамы дами и уважаемая уважаемые уважаемый дорогая всім всички екип колеги пані панове шановні свима`);
/** Words that continue a sentence directly after a greeting: "hi my parcel is late". */
const goingOn =
  words(`I I'm I've My i i'm im i've my we our this where when what why how is are can could would please have has do did just still
ich wir mein meine unser unsere wo wann wie ist bitte können kann könnten leider je j'ai mon ma mes nous notre où quand yo mi mis nuestro
dónde cuándo quisiera quería compré necesito tengo el los las io il mio mia dove quando vorrei ho eu meu minha onde gostaria comprei ik mijn
onze waar wanneer wij jag mitt min var när jeg hvor når minä missä mam mój moja moje gdzie kiedy proszę já můj kde kdy я мой моя мы где
когда benim nerede the der die das le la o`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

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
const phrase = beginning(phrases);
/** Up to the sign that ends a name; titles and initials contain a dot. */
const name =
  /^(?:(?<![\p{L}])(?:\p{Lu}|dr|mr|mrs|ms|prof|st|sr|sra|sres|srs|hr|fr)\.|[^,;:!?.…،、，。！：(\n–—-]|(?<!\s)[-–](?!\s)){0,60}/iu;
const sign = /^(?:[\s,;:!.…،、，。！：–—*_~"'-]|\p{Extended_Pictographic}|\uFE0F)+/u;

function beginning(list: string): RegExp {
  const longestFirst = list.split(";").map((each) => each.trim().replaceAll(" ?", "\\s*").replaceAll(" ", "\\s+"));
  longestFirst.sort((a, b) => b.length - a.length);
  return new RegExp(`^(?:${longestFirst.join("|")})(?![\\p{L}\\p{M}\\p{N}'’]|-\\S)`, "iu");
}

/** Whether a text begins like a letter, with a name or without. */
export function beginsWithGreeting(text: string): boolean {
  const line = text.slice(0, 200).replace(/^[^\p{L}\p{N}]{1,5}/u, "");
  return [greeting, address, phrase, ...unspaced].some((each) => each.test(line));
}

/** Removes the greeting at the beginning of a line; empty where there is nothing else. */
export function withoutGreeting(line: string): string {
  let rest = line;
  for (let greeted = 0; greeted < 4; greeted++) {
    const next = afterGreeting(rest.replace(/^[^\p{L}\p{N}#[(]{1,5}/u, ""));
    if (next === null) return rest;
    rest = next;
  }
  return rest;
}

/** The text after one greeting; null where the line begins otherwise. */
function afterGreeting(line: string, isInner = false): string | null {
  const found = unspaced.map((each) => each.exec(line)?.[0]).find(Boolean);
  if (found) return line.slice(found.length);
  const behindWhole = afterPhrase(line);
  if (behindWhole !== null) return behindWhole;
  const matched = greeting.exec(line)?.[0];
  const opener = matched ?? address.exec(line)?.[0];
  return opener === undefined ? null : afterOpener(line.slice(opener.length), opener, matched !== undefined, isInner);
}

/** The text after a phrase used as a whole ("I hope you are well."); null where the sentence continues. */
function afterPhrase(line: string): string | null {
  const matched = phrase.exec(line)?.[0];
  const remainder = line.slice(matched?.length);
  return matched !== undefined && /^\s*(?:$|[?,;:!.…–—]|\p{Extended_Pictographic})/u.test(remainder)
    ? remainder.replace(/^\s*\?+/, "").replace(sign, "")
    : null;
}

/** The text after a greeting's first words and the person greeted; null where they are no greeting. */
function afterOpener(rest: string, opener: string, isSaid: boolean, isInner: boolean): string | null {
  const [addressee = ""] = name.exec(rest) ?? [];
  const remainder = rest.slice(addressee.length);
  if (!/[\p{L}\p{N}]/u.test(addressee))
    return !isSaid && remainder !== "" && !remainder.startsWith(",") ? null : afterSign(remainder);
  const isEnded = remainder === "" || (sign.test(remainder) && !remainder.startsWith("?"));
  if (isEnded && isName(addressee, isSaid || /^dear$/i.test(opener))) return afterSign(remainder);
  if (/^\s*,\s*$/.test(remainder) && isSalutation(addressee, isSaid)) return "";
  const next = rest.trimStart();
  // "Hola buenas tardes", "Hallo liebe Leute".
  if (isSaid && !isInner && next !== rest) {
    const after = afterGreeting(next, true);
    if (after !== null) return after;
  }
  const [first = ""] = addressee.trim().split(/\s+/, 1);
  if (first === "i" && !/^(?:h|g|morning)/i.test(opener)) return null;
  return isSaid && goingOn.has(first === first.toUpperCase() ? first.toLowerCase() : first) ? next : null;
}

/** Whether a few words of any language address somebody, followed by a comma: "Milý tíme,". */
function isSalutation(addressee: string, isSaid: boolean): boolean {
  const tokens = tokensOf(addressee);
  return (
    tokens.length <= (isSaid ? 3 : 2) &&
    !/\p{N}/u.test(addressee) &&
    !tokens.some((token) => goingOn.has(token.toLowerCase()))
  );
}

/** The text after "Hello," and a further form of address: "Hello, dear Lumen team! …", "Здравствуйте, Анна!". */
function afterSign(remainder: string): string {
  const rest = remainder.replace(/^\?+/, "").replace(sign, "");
  const [addressee = ""] = name.exec(rest) ?? [];
  const after = rest.slice(addressee.length).replace(sign, "");
  const isTeam = tokensOf(addressee).some((token) =>
    /^(?:team|support|all|everyone|service|equipo|équipe)$/i.test(token),
  );
  const isEnded = after === "" || (isTeam && sign.test(rest.slice(addressee.length)));
  return isEnded && isName(addressee, false) ? after : rest;
}

/** Whether words look like names or forms of address; some people write names in lower case. */
function isName(addressee: string, maybeSmall: boolean): boolean {
  const tokens = tokensOf(addressee);
  if (tokens.length === 0 || tokens.length > 9 || /\p{N}/u.test(addressee)) return false;
  if (tokens.length > 1 && tokens.some((token) => goingOn.has(token) && !unnamed.has(token))) return false;
  const isShouted = tokens.length > 1 && addressee === addressee.toUpperCase() && addressee !== addressee.toLowerCase();
  const named = tokens.filter((token) => !unnamed.has(token.toLowerCase()));
  const small = named.filter((token) => isShouted || /^\p{Ll}+$/u.test(token));
  if (small.length === 0) return named.length <= 5;
  return (
    maybeSmall &&
    ((named.length === 1 && tokens.length <= 2) ||
      (named.length === 2 && /[&+]|\s(?:and|und|et|y|e|en|i|og|och)\s/i.test(addressee)))
  );
}

function tokensOf(text: string): string[] {
  return text
    .split(/[\s/&+*_]+/)
    .filter((token) => /\p{L}/u.test(token))
    .map((token) => token.replace(/\.$/, ""));
}
