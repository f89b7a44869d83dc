/** A conversation of the searched store, in addition to the demo store's. */
export type Mail = {
  subject: string;
  name: string;
  from: string;
  said: string[];
  note?: string;
  file?: string;
  /** The customer's order, and the number of its parcel. */
  order?: string;
  parcel?: string;
  tags?: string[];
  status?: "urgent" | "pending" | "closed" | "resolved";
};

/** Mails in the languages of a European store, and in those that are written without spaces. */
export const mails: Mail[] = [
  {
    subject: "Bestellung noch nicht angekommen",
    name: "Jürgen Müßig",
    from: "j.muessig@gmx-mail.example",
    said: [
      "Guten Tag,\n\nich habe am Montag zwei Hängelampen bestellt und warte noch immer auf die Sendung. Können Sie bitte nachsehen, wo das Paket ist? Meine Straße ist die Königstraße 12 in Köln.",
      "Vielen Dank, die Lampen sind heute geliefert worden.",
    ],
    order: "20417",
    parcel: "00340434161094021501",
  },
  {
    subject: "Größe der Bettwäsche",
    name: "Anneliese Grünewald",
    from: "a.gruenewald@post.example",
    said: [
      "Hallo, ist die Bettwäsche auch in Übergröße erhältlich? Die Maße auf der Webseite sind für mich nicht eindeutig.",
    ],
    tags: ["advice"],
  },
  {
    subject: "Reklamation: Lampenschirm gerissen",
    name: "Björn Schäfer",
    from: "bjoern.schaefer@werkstatt.example",
    said: ["Der Lampenschirm ist an der Seite gerissen. Ich hätte gern Ersatz oder mein Geld zurück. Fotos im Anhang."],
    file: "riss-im-schirm.jpg",
    tags: ["damage"],
    status: "urgent",
  },
  {
    subject: "Rechnung mit falscher Anschrift",
    name: "Großhandel Weiß GmbH",
    from: "buchhaltung@weiss-gross.example",
    said: [
      "Unsere Anschrift auf der Rechnung RE-2026-00815 stimmt nicht. Bitte stellen Sie eine berichtigte Rechnung aus.",
    ],
    tags: ["invoice"],
  },
  {
    subject: "Colis perdu",
    name: "Élodie Lefèvre",
    from: "elodie.lefevre@courrier.example",
    said: [
      "Bonjour, mon colis a été perdu par le transporteur. Pouvez-vous me le renvoyer ou me rembourser ? Les abat-jour étaient pour un cadeau de Noël.",
    ],
    order: "20551",
    parcel: "XR 123 456 789 FR",
  },
  {
    subject: "Facture introuvable",
    name: "François Béranger",
    from: "francois@atelier-beranger.example",
    said: ["Bonsoir, je ne trouve pas la facture de mes dernières commandes. Où puis-je la télécharger ?"],
    status: "closed",
  },
  {
    subject: "Ampoule cassée à l'arrivée",
    name: "Chloé Œuvrard",
    from: "chloe@oeuvrard.example",
    said: ["L'ampoule était cassée en arrivant, la boîte semblait pourtant intacte."],
  },
  {
    subject: "Żażalenie na jakość poszewki",
    name: "Łukasz Żółkiewski",
    from: "lukasz.zolkiewski@poczta.example",
    said: ["Dzień dobry, składam zażalenie: poszewka rozpruła się po pierwszym praniu. Proszę o zwrot pieniędzy."],
  },
  {
    subject: "Gdzie jest moja przesyłka?",
    name: "Małgorzata Wójcik",
    from: "gosia.wojcik@poczta.example",
    said: ["Zamówiłam lampę dwa tygodnie temu i jeszcze nie doszła. Numer listu przewozowego 628000 111 222."],
    order: "20733",
    parcel: "628000111222333444555666",
  },
  {
    subject: "Tack för snabb leverans",
    name: "Åsa Björkström",
    from: "asa.bjorkstrom@brev.example",
    said: ["Hej! Lamporna kom fram redan i går. Tack för den snabba leveransen, vi är mycket nöjda."],
    tags: ["praise"],
    status: "resolved",
  },
  {
    subject: "Ødelagt pakke",
    name: "Søren Kjærgaard",
    from: "soren@kjaergaard.example",
    said: ["Hej, pakken var helt ødelagt da den kom, og glasset er knust. Hvad gør jeg nu?"],
  },
  {
    subject: "Levering til Ålesund",
    name: "Øystein Håland",
    from: "oystein.haland@epost.example",
    said: ["Hei, leverer dere til Ålesund, og hvor lang tid tar det? Jeg trenger lampen før påske."],
  },
  {
    subject: "Pedido incompleto",
    name: "José Ángel Muñoz",
    from: "joseangel.munoz@correo.example",
    said: ["Hola, en mi pedido faltaban dos cojines. ¿Cuándo los enviarán? Los niños estaban muy ilusionados."],
    order: "20818",
  },
  {
    subject: "Devolución de una manta",
    name: "María Peña",
    from: "maria.pena@correo.example",
    said: ["Quiero devolver la manta, el tejido no es como en la foto. ¿Cómo solicito la etiqueta de devolución?"],
  },
  {
    subject: "Reso di una tovaglia",
    name: "Niccolò D'Amico",
    from: "n.damico@posta.example",
    said: [
      "Buongiorno, vorrei restituire la tovaglia perché le misure non sono quelle indicate. Quando riceverò il rimborso?",
    ],
  },
  {
    subject: "Spedizione in ritardo",
    name: "Lucia Rossi",
    from: "lucia.rossi@posta.example",
    said: [
      "La spedizione è in ritardo di una settimana, le lampade dovevano arrivare prima delle feste. È già partita?",
    ],
    parcel: "1Z999AA10123456784",
    order: "20902",
  },
  {
    subject: "Encomenda danificada",
    name: "João Simões",
    from: "joao.simoes@correio.example",
    said: [
      "Olá, a encomenda chegou danificada e o candeeiro está partido. Gostaria de uma substituição, não de um reembolso.",
    ],
  },
  {
    subject: "Troca de almofadas",
    name: "Conceição Araújo",
    from: "conceicao@araujo.example",
    said: ["Recebi as almofadas na cor errada. Posso fazer a troca na loja de Lisboa?"],
  },
  {
    subject: "Verkeerde kleur ontvangen",
    name: "Daniël van der Meer",
    from: "daniel@vandermeer.example",
    said: ["Goedemiddag, ik heb de verkeerde kleur ontvangen. Graag de gordijnen omruilen voor linnen grijs."],
    tags: ["colour", "exchange"],
  },
  {
    subject: "Bezorging op zaterdag?",
    name: "Sanne de Vries",
    from: "sanne.devries@brief.example",
    said: ["Kunnen jullie mijn bestelling ook op zaterdag bezorgen? Doordeweeks ben ik nooit thuis."],
  },
  {
    subject: "Rozbitá žárovka",
    name: "Tomáš Dvořák",
    from: "tomas.dvorak@zprava.example",
    said: ["Dobrý den, žárovka v krabici byla rozbitá. Můžete mi poslat novou?"],
  },
  {
    subject: "Заказ не пришёл",
    name: "Ольга Ёлкина",
    from: "olga@pochta.example",
    said: ["Здравствуйте! Мой заказ ещё не пришёл, а деньги уже списаны. Когда будет доставка?"],
  },
  {
    subject: "注文番号について",
    name: "山田太郎",
    from: "taro.yamada@yubin.example",
    said: ["お世話になっております。先日注文したテーブルランプがまだ届いていません。配送状況を教えてください。"],
  },
  {
    subject: "返品をお願いします",
    name: "佐藤花子",
    from: "hanako@yubin.example",
    said: ["シーツのサイズが合わなかったので、返品したいです。返金はいつになりますか？"],
  },
  {
    subject: "订单退款",
    name: "王小明",
    from: "xiaoming.wang@youjian.example",
    said: ["你好，我上周收到的台灯有质量问题，想申请退款。请问需要寄回商品吗？"],
  },
  {
    subject: "배송 지연 문의",
    name: "김민지",
    from: "minji.kim@upyeon.example",
    said: ["안녕하세요. 주문한 조명이 아직 도착하지 않았습니다. 배송이 언제 완료되나요?"],
  },
  {
    subject: "Ｆｕｌｌ　ｗｉｄｔｈ　ｏｒｄｅｒ",
    name: "ＡＢＣ商事",
    from: "abc@shoji.example",
    said: ["ﾗﾝﾌﾟを１２個注文します。見積書をください。"],
  },
  {
    subject: "Café lamp wobbles",
    name: "Zoë O'Brien",
    from: "zoe.obrien@mail.example",
    said: [
      "Hi, the café lamp I bought wobbles on its foot. Is there a washer missing? My naïve fix with cardboard did not help.",
    ],
    order: "20111",
    parcel: "JD014600006281230704",
  },
  {
    subject: "T-shirt sizes for the staff party",
    name: "Jean-Luc Moreau",
    from: "jean-luc@moreau-events.example",
    said: [
      "Do you also make T-shirts? We need 24 pieces for our staff party, mostly size medium. Budget is around 600.",
    ],
    tags: ["b2b"],
  },
  {
    subject: "Wholesale enquiry",
    name: "Priya Raghunathan",
    from: "priya@saffronhouse.example",
    said: [
      "We run three boutique hotels in Kerala and would like to buy curtains and bedspreads wholesale. Please send your catalogue.",
    ],
    note: "Big one. Ask Henrik for the trade price list before replying.",
    file: "Saffron House requirements.xlsx",
    tags: ["b2b", "vip"],
    status: "pending",
  },
  {
    subject: "Warranty claim for a dimmer",
    name: "Kwame Mensah",
    from: "kwame.mensah@accra.example",
    said: ["The dimmer buzzes and gets hot after an hour. I bought it fourteen months ago. Serial number DM-77812-X."],
    note: "Still inside the two years. Send replacement, no return needed.",
  },
  {
    subject: "Allergic to wool",
    name: "Siobhán Ní Bhriain",
    from: "siobhan@galway.example",
    said: ["Is there any lambswool in the throw? My daughter is allergic. The description only says natural fibres."],
  },
];
