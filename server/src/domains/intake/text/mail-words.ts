// Words that mail programs put above quoted mail, in the languages of their menus. Case does not matter.

/** Whole words before or inside a date: prepositions, weekdays and what stands between them. */
export const dateWords = new Set(
  [
    "on at am um le il giorno el en em no dia op den d dem på w dniu dnia in data vào lúc dne dňa ve v o u в во на στις la în pe de a",
    "pada tanggal pukul ngày ב בתאריך ביום יום في يوم الساعة kl klo kello kell kuupäev hari 在 于 於 وقت ในวันที่ วันที่ เมื่อ dana del dia",
    "mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday",
    "mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    "lun mar mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes mié mie miércoles miercoles jue jueves vie viernes sáb sab sábado sabado dom domingo",
    "lunedì martedì mercoledì gio giovedì venerdì sabato domenica",
    "seg ter qua qui sex segunda terça quarta quinta sexta segunda-feira terça-feira quarta-feira quinta-feira sexta-feira feira",
    "ma di wo do vr za zo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "mån tis ons tor tors fre lör sön måndag tisdag onsdag torsdag fredag lördag söndag",
    "man tir lør søn mandag tirsdag lørdag søndag",
    "ti ke to pe su maanantai maanantaina tiistai tiistaina keskiviikko keskiviikkona torstai torstaina perjantai perjantaina lauantai lauantaina sunnuntai sunnuntaina",
    "pon wt śr sr czw pt pią sob niedz nie nd poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "po út ut st čt št pá pi so ne pondělí úterý středa čtvrtek pátek neděle pondelok utorok streda štvrtok piatok nedeľa",
    "h k sze cs p szo v hétfő kedd szerda csütörtök péntek szombat vasárnap",
    "mie joi vin sâm dum luni marți marţi miercuri joi vineri sâmbătă duminică",
    "пн вт ср чт пт сб вс нд понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье",
    "понеділок вівторок середа середу четвер п'ятниця пʼятниця п’ятниця субота суботу неділя неділю",
    "понеделник вторник сряда четвъртък петък събота неделя",
    "δευ τρι τετ πεμ παρ σαβ κυρ δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή",
    "pzt sal çar per cum cmt paz pazartesi salı çarşamba perşembe cuma cumartesi pazar",
    "ned pon uto sri čet pet sub ponedjeljak utorak srijeda četvrtak petak subota nedjelja ponedeljak sreda tor",
    "sen sel rab kam jum min senin selasa rabu kamis jumat sabtu minggu th thứ cn hai ba tư năm sáu bảy",
    "dl dt dc dj dv ds dg e r l pirmd otrd trešd ceturtd piektd sestd svētd pr an tr kt pn št sk",
    "ראשון שני שלישי רביעי חמישי שישי שבת א׳ ב׳ ג׳ ד׳ ה׳ ו׳ الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد",
    "noong isn þann mán þri mið fim fös lau пон уто сре чет пет суб нед у सोम मंगल बुध गुरु शुक्र शनि रवि در تاریخ دوشنبه سه‌شنبه چهارشنبه پنجشنبه جمعه شنبه یکشنبه",
    "จ อ พ พฤ ศ ส อา 周一 周二 周三 周四 周五 周六 周日 週一 週二 週三 週四 週五 週六 週日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 日 月 火 水 木 金 土 上午 下午 午前 午後 오전 오후 월 화 수 목 금 토 일",
  ].flatMap((words) => words.split(" ")),
);

/** Words of an introduction besides date, name and verb. */
export const fillers = new Set(
  [
    "at um om à às alle ore a las kl klo kello o godz u la la σtis στις π μ v ve ora orele saat pukul lúc vào uhr est heeft hat har ha han has have",
    "het volgende følgende følende följande folgendes folgende le ezt következőt időpont időpontban dátummal keltezéssel şunu şunları tarihinde saatinde",
    "odesílatel odesilatel użytkownik uživatel používateľ пользователь користувач потребител lietotājs користувача χρήστης ο η ο/η kasutaja oseba je",
    "von van from par de por da di od от від mot för from przez na w dniu dnia dne am on el il op den em le via über and und et y e och og ja i der of",
    "tramite mailto for per bei bij pm am gmt utc cet cest mez mesz eet eest bst est edt cst cdt mst mdt pst pdt г р ч ص م في تمت كتابة ما يلي بواسطة מאת ב",
    "이 가 님이 さん は が dari dương wrote writes napisana wiadomość message je si ne је les dia del",
  ].flatMap((words) => words.split(" ")),
);

/** The verb of an introduction. */
export const verbs =
  "wrote|writes|sent|says|schrieb|schrieben|schreibt|geschrieben|schreef|geschreven|(?:a )?écrit|escribió|escribio|(?:ha )?scritto|escreveu|skrev|skreiv|kirjoitti|kirjutas|napisał(?:\\(a\\)|a)?|napisana|pisze|napsal(?:a|i)?(?:\\([ai]\\))?|napísal(?:a|i)?(?:\\(a\\))?|píše|написал(?:а|и)?(?:\\(а\\))?|писал(?:а)?(?:\\(а\\))?|пишет|пише|написав(?:\\(-ла\\)|ла)?|написала|написа|írta|yazdı|đã viết|viết|a scris|έγραψε|menulis|napisao(?: je)?|napisala|написао(?:/ла)?|missatge|sumulat|skrifaði|geskryf|escribiu|लिखा|نوشت|rašė|rakstīja|va escriure|ha escrit|כתב(?:ה|/ה)?|كتب(?:ت)?|کتبت|كتابة|のメール|书き込み";

/** Verbs of East Asian introductions, which stand at the end without a blank before them. */
export const easternVerbs = "写道|寫道|書きました|作成|작성|쓴 글|写到|のメール|เขียนว่า";
