/** Names and how those who have them are called, where that does not begin as the name does; without accents. */
const groups = [
  "robert bob bobby rob robbie bert|william bill billy will willy liam|richard dick rick ricky rich",
  "elizabeth liz lizzie beth betty eliza lisa elsie elisabeth lisbeth|margaret maggie peggy meg greta",
  "katherine catherine kate katie kathy kat cathy kathrin katharina katarzyna kasia käthe|james jim jimmy jamie",
  "john jack johnny jon johnathan jonathan|michael mike mick mikey michel|edward ted ed eddie ned|anthony tony|theodore ted teddy",
  "henry harry hank|charles chuck charlie|dorothy dot dolly|francis frank|francisco paco pancho fran|josé jose pepe",
  "maria mary marie mia mimi|dolores lola|ignacio nacho|johannes hans jan hannes|friedrich fritz|giuseppe beppe peppe pino",
  "giovanni gianni nanni|alexander alex sascha sasha xander sandro alessandro|małgorzata gosia|aleksandra ola|agnieszka aga",
  "joanna asia|barbara basia|anna ania anne ann annie anka|tomasz tomek|jakub kuba|krzysztof krzysiek|wojciech wojtek",
  "patrick paddy pat|rebecca becky|deborah debbie|susan sue susie|victoria vicky tori|abigail abby gail|nicholas nick nico",
  "christopher chris kit|lawrence larry|gerald jerry|jerome jerry|ewa ewka ewunia|magdalena magda madzia",
  "katarzyna kasia kaska kasienka|malgorzata gosia malgosia goska|agnieszka aga agusia|joanna asia joasia aska|barbara basia baska",
  "anna ania anka andzia|aleksandra ola olka|zofia zosia|maria marysia maryla majka|krystyna krysia|elzbieta ela elka|ewelina ewa",
  "natalia nati natalka|dorota dorotka|monika mona monia|justyna justynka|beata beatka|halina halinka|jadwiga jadzia",
  "teresa tereska renia|irena irenka|karolina karola karolcia|paulina paula paulinka|patrycja pati|weronika wera|wiktoria wika",
  "julia jula julka|hanna hania hanka|helena hela helenka|iwona iwonka|kinga kinia|martyna martynka|sylwia sylwka",
  "michal michas misiek|piotr piotrek|pawel pawelek|tomasz tomek|marcin marcinek|marek mareczek|jan janek jas jasiek",
  "andrzej andrzejek jedrek|krzysztof krzysiek krzys|grzegorz grzesiek grzes|wojciech wojtek|jakub kuba|mateusz mati|lukasz luki",
  "adam adas|stanislaw staszek stas|jozef jozek|jerzy jurek|zbigniew zbyszek|tadeusz tadek|ryszard rysiek|slawomir slawek",
  "jaroslaw jarek|przemyslaw przemek|radoslaw radek|miroslaw mirek|boguslaw bogdan bogus|kazimierz kazik|maciej maciek|szymon szymek",
  "sebastian seba|bartosz bartlomiej bartek|dominik domino|rafal rafalek|robert robcio|dariusz darek|mariusz mariuszek|arkadiusz arek",
  "leszek lech|waldemar waldek|wladyslaw wladek|zygmunt zygmus|ewa eva|jennifer jen jenny jenn|jessica jess jessie",
  "samantha samuel sam sammy|daniel danielle dan danny dani|david dave davy|matthew matt matty|andrew andy drew",
  "benjamin ben benny benji|joseph joe joey jo|joshua josh|thomas tom tommy|timothy tim timmy|gregory greg",
  "jeffrey geoffrey jeff geoff|stephen steven steve stevie|kenneth ken kenny|donald don donny|ronald ron ronnie|raymond ray",
  "philip phillip phil pip|peter pete|frederick fred freddie freddy|arthur art arty|albert al bert bertie|alfred alf alfie fred",
  "walter walt wally|leonard leo len lenny|leonardo leo|theresa tess terry tessa|eleanor ellie nell nellie nora ella",
  "eleonora nora ele|amelia amy millie|emily em emmy millie|charlotte charlie lottie lotte|catherine cat cathy caitlin|penelope penny",
  "pamela pam|patricia pat patty tricia trish|cynthia cindy|kimberly kim|melissa mel missy lissa|michelle shelly mich|amanda mandy",
  "angela angie|sandra sandy|jacqueline jackie|judith judy|janet jan|barbara barb babs|christine christina chris chrissy tina",
  "kristin kristina kris tina|martina tina|valentina tina vale|bettina betty tina|natasha natalie nat tasha|nathan nathaniel nat nate",
  "zachary zach zack|gabriel gabriele gabriella gabe gabi gaby|isabella isabel isabelle bella belle izzy isa|olivia liv livvy ollie",
  "oliver ollie olli|harriet hattie|henrietta etta hattie|florence flo flossie|georgina georgia georgie gina|regina gina",
  "josephine jo josie|joanne joanna jo|matilda tilly mathilda|rosemary rosie rose romy|sophia sophie soph|veronica ronnie vero",
  "vivian viv|winifred winnie|virginia ginny|lucinda lucy cindy|lillian lily lil|louise lou|louis lou|ashley ash|bernard bernie",
  "calvin cal|clifford cliff|curtis curt|dennis denny|douglas doug|edwin ed eddie|ernest ernie|eugene gene|francesca fran frankie",
  "franklin frank|gilbert gil bert|harold harry hal|irving irv|jacob jake|jeremiah jeremy jerry|leslie les|lewis lew lou|martin marty",
  "maximilian maxwell max|melvin mel|mitchell mitch|morris mo|mohammed muhammad mohamed mo|nicole nicky nikki|norman norm|ralph rafe",
  "rodney rod|roger rog|russell russ|sidney sid|stanley stan|stuart stu|terence terry|vincent vince vinny|zoe zo|siobhan shiv",
  "aoife ife|andreas andi andy|wolfgang wolf wolfi|sebastian basti bastian|johannes joe hannes|joachim jochen achim|hans-joachim hajo",
  "heinrich heinz heiner heini|ludwig lutz|matthias mathias matze|tobias tobi|stefan stephan steffen steff",
  "stefanie stephanie steffi steff|christian chris|manfred manni|siegfried sigi|dietmar didi|dieter didi|günter guenter gunter",
  "jürgen jurgen|karl-heinz kalle|karl kalle|klaus nikolaus|georg schorsch jorg|jorg joerg|susanne susi sanne|brigitte gitte gitti",
  "monika moni|renate reni|gabriele gabi|angelika geli|barbara babsi|elisabeth lisi sissi elsa|franziska franzi",
  "johanna hanna jo hanni|julia jule|katharina kathi kati|katrin kathrin kati|magdalena leni lena|marlene leni",
  "margarete grete gretel gretchen|sabine bine|theresia resi|ulrike uli rike|ulrich uli ulli|annika anni|valerie vali|viktoria vicky",
  "wilhelm willi|wilhelmina mina|francisco paco fran curro kiko|francisca paqui paca|jose pepe josé|josefa pepa|juan juanito",
  "manuel manolo manu|manuela manoli|enrique quique kike|eduardo edu lalo|rafael rafa|antonio toni antonio|antonia toni",
  "jesus chus suso|jaime jaume|jorge jordi|alberto beto tito|roberto beto|alejandro alex ale|alejandra ale|guillermo guille memo",
  "gregorio goyo|gonzalo gonza|ignacio nacho|luis lucho|miguel mike migue|pablo pablito|santiago santi|sergio checo|vicente chente",
  "carmen carme menchu mamen|mercedes merche|concepcion concha conchi|consuelo chelo|dolores lola loli|encarnacion encarna",
  "guadalupe lupe|isabel isa chabela|maria-jose marijose|maria mari|maria-teresa maite|montserrat montse|pilar pili|rosario charo",
  "soledad sole|teresa tere maite|beatriz bea|cristina cris|patricia patri|susana susi|yolanda yoli|inmaculada inma|asuncion asun",
  "begona bego|iker ike|giuseppe pino peppe beppe|giuseppina pina|giovanni gianni vanni nino|giovanna gianna vanna",
  "francesco franco ciccio checco|francesca fra franca|antonio tonino nino toni|antonella anto nella|salvatore totò toto turi salvo",
  "vincenzo enzo|lorenzo enzo renzo|domenico mimmo|luigi gigi gino|luigina gina|alessandro ale sandro|alessandra ale sandra",
  "andrea andre|federica fede|federico fede|daniele dani lele|daniela dani|elisabetta betta lisa elisa|eleonora ele nora",
  "gabriele lele|gabriella gabry|emanuele lele manu|emanuela manu|margherita rita marghe|maddalena lena|matteo teo|michele miki",
  "michela miki|nicola nico|raffaele lello|roberto robi|roberta robi|simone simo|stefano ste|stefania ste|valentina vale|valeria vale",
  "vittorio vito|caterina cate katia|chiara chia|maurizio mauri|massimiliano massimo max|alexandre alex|alexandra alex|benoit ben",
  "catherine cathy|christophe chris|clementine clem|dominique domi|emmanuel manu|emmanuelle manue|frederic fred|frederique fred",
  "jean-baptiste jb|jean-pierre jp|jean-philippe jp|jean-claude jc|jean-francois jf jeff|josephine jo|laurent lolo|marie-claude mc",
  "mathieu matthieu mat|maxime max|nathalie nath|nicolas nico|olivier oliv|philippe phil|sebastien seb|stephane steph|stephanie steph",
  "sylvie syl|veronique vero|vincent vince|xavier xav|guillaume guy gui|gerard gege|genevieve ginette|johannes jan joh hans",
  "cornelis cor kees cees|cornelia corrie nelly|wilhelmus wim willem|willem wim|wilhelmina mien willy mina|hendrik henk rik",
  "hendrika riek rika|gerardus gerard gert gerrit|adrianus adri arie ad|adriana jana adri|petrus piet peter|pieter piet",
  "jacobus jaap koos ko|johanna jo joke hanneke anneke|maria marijke mieke ria marja|elisabeth els elly liesbeth bep",
  "margaretha greet gre grietje marga|catharina toos trijntje carina|theodorus theo dorus|antonius ton toon anton|franciscus frans",
  "nicolaas klaas nico|martinus martin tinus|lambertus bert bart|bartholomeus bart|albertus bert albert|sebastiaan bas",
  "maximiliaan max|christiaan chris|marloes loes|susanna sanne|femke fem|joao joaozinho|jose ze|francisco chico|antonio toninho tonio",
  "manuel manel neca|eduardo edu dudu|luis lu|maria mia|fernanda nanda|fernando nando|gabriela gabi|rafaela rafa|isabel bel",
  "guilherme gui|leonardo leo|carolina carol|catarina cata|mariana mari|beatriz bia",
];

export const shortForms: readonly ReadonlySet<string>[] = groups
  .flatMap((line) => line.split("|"))
  .map((line) => new Set(line.split(" ").map(foldName)));

/** A name in small letters without accents, to be compared; "Mueller" is "Müller". */
export function foldName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/ł/g, "l")
    .replace(/ø/g, "o")
    .replace(/([aou])e/g, "$1");
}

// How a Polish name ends when it is called: "Asiu" is "Asia", "Tomku" is "Tomek", "Piotrze" is "Piotr".
const endings: readonly (readonly [called: string, own: string])[] = [
  ["iu", "ia"],
  ["iu", "i"],
  ["u", "a"],
  ["o", "a"],
  ["u", ""],
  ["ku", "ek"],
  ["ku", "k"],
  ["rze", "r"],
  ["le", "l"],
  ["le", "el"],
  ["cie", "t"],
  ["dzie", "d"],
  ["ie", ""],
  ["e", ""],
  ["o", ""],
  ["u", "o"],
];

/** The names that a called Polish name may be. */
export function nominatives(called: string): string[] {
  return endings.flatMap(([end, own]) => (called.endsWith(end) ? [`${called.slice(0, -end.length)}${own}`] : []));
}
