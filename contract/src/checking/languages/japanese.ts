import { japanese as statuses } from "../statuses/japanese.ts";
import { pieces, type Words } from "./words.ts";

// Its verbs come last, so what is claimed shows at the end: "いたしました" is done, "いたします" is to come.
export const japanese: Words = {
  common: pieces("[\\p{sc=Hiragana}\\p{sc=Katakana}]"),
  condition: pieces(
    "とのこと|おっしゃ|ご連絡いただ|ご記載|場合|(?:まし|でし|かっ)たら|次第|もし|際には|ましたならば|すれば|であれば",
  ),
  hedge: pieces(
    "ません|ない(?!よう)|予定|つもり|でしょうか|ますか|ですか|かもしれ|可能|とのこと|おっしゃ|ご連絡いただ|ご記載|通常|一般|(?:いた)?します(?!た)|いたしかね|できます|見込み|まだ|未",
  ),
  hedgesBackwards: true,
  settled: pieces(
    "終わって|済んで|おります|ています|でき|ございました|いただきました|となります|ました|でした|です|済み|済です|でござい|完了|：|:|となって(?:おり|い)ます|しております",
  ),
  amounts: {
    refund: pieces("お返し|返還|お戻し|お振り?込み|返金|払い戻し|払戻"),
    total: pieces(
      "差し引き|残り|残額|ご利用額|お引き落とし|引き落と|合計|総額|お支払い|お支払|ご請求|請求(?!書)|(?<!返)金額|代金",
    ),
    shipping: pieces("送料|配送料"),
    tax: pieces("消費税|税"),
    discount: pieces("お安く|割り引|お得|引き(?!落|換|渡|取)|割引|値引"),
    line: pieces("価格|単価|商品"),
  },
  offer: pieces(
    "速達|代引|無料|サイト|クーポン|ギフト|ポイント|割引券|次回|補償|送料無料|キャンペーン|手数料|関税|交換|差額|追加|現在|コード|お詫び",
  ),
  bound: pieces("以上|以下|まで|から|約|およそ|ほど|程度|未満|超|につき|あたり"),
  statuses,
  otherThing: pieces(
    "センター|営業所|メール|確認書|請求書|領収書|ラベル|返品|返送|交換|代替|代わり|新しい|書類|写真|資料|コード|リンク|担当|メーカー|別の|もう一|残り|不足|倉庫に|入荷|不在票|仕入",
  ),
  days: {
    ordered: pieces(
      "頂戴して|頂戴いたし|ご注文をお受け|お受けして(?:おり|い)|承って(?:おり|い)|承りまし|ご注文(?:いただ|さ|日)|ご購入|にご注文|注文を(?:いただ|承)|ご注文分",
    ),
    shipped: pieces("発送|出荷|お渡し|引き渡|差し出し|お預け"),
    delivered: pieces(
      "配達完了|配達が完了|お届けが完了|配送が完了|お届け(?:し|いた|済|完)|配達され|配達いたし|到着(?:し|いた|済)|お受け取り(?:済|いただ)|届いて|届きまし|お届けは|お届けが",
    ),
    refunded: pieces("返金"),
    cancelled: pieces("キャンセル"),
    expected: pieces("お届け予定|到着予定|配達予定"),
  },
  attached: pieces("添付"),
  attachedElsewhere: pieces(
    "添付の(?:お)?(?:写真|画像|ファイル|動画|資料)(?:を|は)?(?:拝見|確認)|添付(?:いただ|して(?:いただ|くだ)|ください|の上)|ご添付|お送りいただ|前回|先日",
  ),
  greeting: /^(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}A-Za-z ]{1,20}(?:様|さま|さん))/u,
  noName: /^(?:お客様|お客|皆|皆様|ご担当者)$/u,
  closing: /^(?:どうぞ?)?(?:よろしく|宜しく)お願い.{0,10}$/u,
};
