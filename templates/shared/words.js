/* The page's words. What stands in _("…") and ngettext("…", "…", n) here is said in the language of
   the event: Runner puts the words of its catalogue there when it writes the script.

     _("Round {round} is out", { round: 6 })
     ngettext("{n} table", "{n} tables", 12)
     pgettext("result", "Draw") */
const filled = (said, values) => said.replace(/\{(\w+)\}/g, (whole, name) => (values[name] == null ? whole : values[name]));
const _ = (said, values) => (values ? filled(said, values) : said);
const pgettext = (context, said, values) => _(said, values);
const ngettext = (forms, n, values) => filled(forms[Number("@PLURAL@")], Object.assign({ n }, values));
