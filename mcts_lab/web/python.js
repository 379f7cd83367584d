// What translated Python needs of Python (see translate.py): numbers, texts, tuples, dicts and sets, formats.
// Whole numbers are Numbers while they are exact, else BigInts; a BigInt is an unsigned 64-bit word. A tuple is an array.

const py = (() => {
  class Keywords { constructor(named) { this.named = named; } }
  class Dict { // keys are compared by value
    constructor(pairs = []) { this.map = new Map(); for (const [key, value] of pairs) this.set(key, value); }
    set(key, value) { this.map.set(id(key), [key, value]); }
    get(key, otherwise = null) { return this.has(key) ? this.map.get(id(key))[1] : otherwise; }
    has(key) { return this.map.has(id(key)); }
    get size() { return this.map.size; }
    pairs() { return [...this.map.values()]; }
    *[Symbol.iterator]() { for (const [key] of this.map.values()) yield key; }
  }
  class PySet extends Dict { constructor(items = []) { super([...iter(items)].map((item) => [item, item])); } }
  const id = (key) => Array.isArray(key) ? "(" + key.map(id) + ")" : typeof key === "string" ? "'" + key : String(exact(key));
  const exact = (value) => typeof value === "boolean" ? Number(value) : value;
  const fail = (words) => { throw new Error(words); };
  const isWord = (value) => typeof value === "bigint";
  const small = (value) => value >= -0x80000000 && value <= 0x7fffffff && Number.isInteger(value);
  const whole = (value) => value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;

  const truth = (value) => value instanceof Number ? value != 0 : !(value === null || value === undefined || value === false || value === 0 || value === 0n || value === ""
    || (Array.isArray(value) && !value.length) || (value instanceof Dict && !value.size));
  const iter = (value) => value instanceof Dict ? [...value] : value;
  const all = (value) => [...iter(value)];
  const eq = (a, b) => Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((x, i) => eq(x, b[i]))
    : a instanceof Dict && b instanceof Dict ? a.size === b.size && a.pairs().every(([k, v]) => b.has(k) && eq(v, b.get(k)))
    : a === null || b === null || typeof a === "string" || typeof b === "string" ? a === b : exact(a) == exact(b);
  const lt = (a, b) => {
    if (!Array.isArray(a)) return a < b;
    for (let i = 0; i < a.length && i < b.length; i++) if (!eq(a[i], b[i])) return lt(a[i], b[i]);
    return a.length < b.length;
  };
  const contains = (list, item) => typeof list === "string" ? list.includes(item) : list instanceof Dict ? list.has(item)
    : all(list).some((one) => eq(one, item));

  const words = (onNumbers, onWords) => (a, b) => {
    if (typeof a === "number" && typeof b === "number") return onNumbers(a, b);
    a = exact(a); b = exact(b);
    return isWord(a) || isWord(b) ? BigInt.asUintN(64, onWords(BigInt(a), BigInt(b))) : onNumbers(a, b);
  };
  const [plus, less, times] = [words((a, b) => a + b, (a, b) => a + b), words((a, b) => a - b, (a, b) => a - b), words((a, b) => a * b, (a, b) => a * b)];
  const bits = (onSmall, onWords) => (a, b) => {
    if (a instanceof Dict && !(a instanceof PySet)) return new Dict([...a.pairs(), ...b.pairs()]);
    if (a instanceof PySet) return onWords === AND ? new PySet(all(a).filter((x) => b.has(x))) : new PySet([...all(a), ...all(b)]);
    if (typeof a === "boolean" && typeof b === "boolean") return Boolean(onSmall(a, b));
    a = exact(a); b = exact(b);
    return isWord(a) || isWord(b) ? BigInt.asUintN(64, onWords(BigInt(a), BigInt(b)))
      : small(a) && small(b) ? onSmall(a, b) : whole(onWords(BigInt(a), BigInt(b)));
  };
  const AND = (a, b) => a & b;
  const repeated = (list, n) => typeof list === "string" ? list.repeat(Math.max(n, 0)) : Array.from({length: Math.max(n, 0)}, () => list).flat();
  const ops = {
    Add: (a, b) => typeof a === "string" ? a + b : Array.isArray(a) ? [...a, ...b] : plus(a, b),
    Sub: (a, b) => a instanceof PySet ? new PySet(all(a).filter((x) => !b.has(x))) : less(a, b),
    Mult: (a, b) => typeof a === "string" || Array.isArray(a) ? repeated(a, Number(b))
      : typeof b === "string" || Array.isArray(b) ? repeated(b, Number(a)) : times(a, b),
    Div: (a, b) => Number(b) === 0 ? fail("division by zero") : Number(a) / Number(b),
    FloorDiv: words((a, b) => Math.floor(a / b), (a, b) => a / b),
    Mod: words((a, b) => a - b * Math.floor(a / b), (a, b) => a % b),
    Pow: words((a, b) => a ** b, (a, b) => a ** b),
    BitAnd: bits(AND, AND), BitOr: bits((a, b) => a | b, (a, b) => a | b), BitXor: bits((a, b) => a ^ b, (a, b) => a ^ b),
    LShift: (a, b) => isWord(a) ? BigInt.asUintN(64, a << BigInt(b)) : whole(BigInt(a) << BigInt(b)),
    RShift: (a, b) => isWord(a) ? a >> BigInt(b) : small(a) && b < 32 ? a >> Number(b) : whole(BigInt(a) >> BigInt(b)),
    Invert: (a) => isWord(a) ? BigInt.asUintN(64, ~a) : -exact(a) - 1,
    Eq: eq, NotEq: (a, b) => !eq(a, b), Lt: lt, Gt: (a, b) => lt(b, a), LtE: (a, b) => lt(a, b) || eq(a, b), GtE: (a, b) => lt(b, a) || eq(a, b),
    Is: (a, b) => a === b || (a === undefined && b === null), IsNot: (a, b) => !ops.Is(a, b),
    In: (a, b) => contains(b, a), NotIn: (a, b) => !contains(b, a),
  };

  const place = (list, index) => index < 0 ? list.length + Number(index) : Number(index);
  const get = (list, index) => {
    if (list instanceof Dict) return list.has(index) ? list.get(index) : fail("there is no key " + str(index));
    if (Array.isArray(index)) return index.reduce(get, list);
    const found = list[typeof index === "string" ? index : place(list, index)];
    return found === undefined ? fail("an index is out of range") : found;
  };
  const fill = (list, from, to, value) => { // a part of an array, by a list or by one value for all
    from = from === null ? 0 : place(list, from);
    to = to === null ? list.length : Math.min(place(list, to), list.length);
    for (let i = from; i < to; i++)
      if (Array.isArray(list[i]) && !Array.isArray(value)) fill(list[i], null, null, value);
      else list[i] = Array.isArray(value) ? value[i - from] : value;
  };
  const put = (list, index, value) => {
    if (list instanceof Dict) list.set(index, value);
    else if (Array.isArray(index)) index.slice(0, -1).reduce(get, list)[index[index.length - 1]] = value;
    else list[place(list, index)] = value;
  };
  const slice = (list, from, to, step) => {
    const text = typeof list === "string", items = text ? [...list] : list;
    if (step === null || step === 1) {
      const found = items.slice(from === null ? 0 : Number(from), to === null ? items.length : Number(to));
      return text ? found.join("") : found;
    }
    const n = items.length, clip = (i, low, high) => Math.min(Math.max(i < 0 ? i + n : i, low), high), found = [];
    if (step > 0) for (let i = from === null ? 0 : clip(from, 0, n); i < (to === null ? n : clip(to, 0, n)); i += step) found.push(items[i]);
    else for (let i = from === null ? n - 1 : clip(from, -1, n - 1); i > (to === null ? -1 : clip(to, -1, n - 1)); i += step) found.push(items[i]);
    return text ? found.join("") : found;
  };

  // -- functions and classes --
  const call = (names, defaults, body) => { // a function of Python: arguments by place or by name
    const first = names.length - defaults.length;
    return (...args) => {
      const last = args[args.length - 1];
      if (last instanceof Keywords) {
        args.pop();
        for (const [name, value] of Object.entries(last.named)) args[names.indexOf(name)] = value;
      }
      for (let i = first; i < names.length; i++) if (args[i] === undefined) args[i] = defaults[i - first];
      return body(...args);
    };
  };
  const tuple = (name, fields, defaults, methods, shared) => { // a class of named tuples
    const made = call(fields, defaults, (...values) => made.of(values));
    class Row extends Array { static get [Symbol.species]() { return Array; } }
    const define = (key, get) => Object.defineProperty(Row.prototype, key, {get});
    fields.forEach((field, i) => define(field, function () { return this[i]; }));
    for (const [key, value] of Object.entries(shared)) define(key, () => value);
    for (const [key, get] of Object.entries({methods, type: () => name, _fields: () => fields, made: () => made})) define(key, get);
    made.of = (values) => { const found = new Row(); found.push(...values); return found; };
    return made;
  };
  const type = (name, members) => { // any other class
    const made = (...args) => { const self = made.of({}); if (self.__init__) self.__init__(...args); return self; };
    made.of = (fields) => {
      const self = Object.defineProperty({}, "type", {value: name});
      for (const [name, member] of Object.entries(members()))
        if (typeof member === "function") self[name] = (...rest) => member(self, ...rest);
        else if (member.get) Object.defineProperty(self, name, {get: () => member.get(self)});
        else self[name] = member.value;
      for (const [name, value] of Object.entries(fields)) self[name] = value instanceof Cached ? kept(self[value.name]) : value;
      return self;
    };
    return made;
  };
  class Cached { constructor(name) { this.name = name; } } // a field that remembers what a method returns
  const kept = (f) => {
    const answers = new Dict(), found = (...args) => {
      if (!answers.has(args)) answers.set(args, f(...args));
      return answers.get(args);
    };
    return Object.assign(found, {cache_clear: () => { answers.map.clear(); return null; }});
  };
  const method = (self, name, ...args) => {
    if (Array.isArray(self) && self.methods && self.methods[name]) return self.methods[name](self, ...args);
    const known = typeof self === "string" ? TEXT : Array.isArray(self) || ArrayBuffer.isView(self) ? LIST : self instanceof Dict ? DICT
      : typeof self === "number" || isWord(self) ? NUMBER : null;
    if (known) return (known[name] || fail("no method " + name))(self, ...args);
    if (self instanceof RegExp) return PATTERN[name](self, ...args);
    return self[name](...args);
  };
  const PATTERN = {split: (pattern, text) => text.split(pattern)};
  const padded = (text, n, fill, left, right) => {
    const missing = Math.max(Number(n) - [...text].length, 0);
    const before = left && right ? missing >> 1 : left ? missing : 0;
    return fill.repeat(before) + text + fill.repeat(missing - before);
  };
  const TEXT = {
    join: (text, list) => all(list).join(text), upper: (t) => t.toUpperCase(), lower: (t) => t.toLowerCase(),
    capitalize: (t) => t.slice(0, 1).toUpperCase() + t.slice(1).toLowerCase(), title: (t) => t.replace(/[A-Za-z]+/g, TEXT.capitalize),
    replace: (t, old, by, n = Infinity) => { const parts = t.split(old); return parts.slice(0, n + 1).join(by) + parts.slice(n + 1).map((part) => old + part).join(""); }, startswith: (t, a) => [a].flat().some((x) => t.startsWith(x)),
    endswith: (t, a) => [a].flat().some((x) => t.endsWith(x)), strip: (t) => t.trim(), rstrip: (t, ends) => { if (ends === undefined) return t.trimEnd(); while (t && ends.includes(t[t.length - 1])) t = t.slice(0, -1); return t; }, lstrip: (t) => t.trimStart(),
    split: (t, by) => by === undefined ? t.trim().split(/\s+/).filter(Boolean) : t.split(by), splitlines: (t) => t.split("\n"),
    rjust: (t, n, fill = " ") => padded(t, n, fill, true, false), ljust: (t, n, fill = " ") => padded(t, n, fill, false, true),
    center: (t, n, fill = " ") => padded(t, n, fill, true, true), index: (t, x) => t.indexOf(x), find: (t, x) => t.indexOf(x),
    count: (t, x) => t.split(x).length - 1, isdigit: (t) => /^\d+$/.test(t),
    rpartition: (t, by) => { const i = t.lastIndexOf(by); return i < 0 ? ["", "", t] : [t.slice(0, i), by, t.slice(i + by.length)]; },
    encode: (t) => String.fromCharCode(...new TextEncoder().encode(t)),
    decode: (t, kind) => kind === "latin-1" ? t : new TextDecoder().decode(Uint8Array.from(t, (letter) => letter.charCodeAt(0))),
    removeprefix: (t, a) => t.startsWith(a) ? t.slice(a.length) : t, isprintable: (t) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(t),
    format: (t, ...args) => {
      const named = args[args.length - 1] instanceof Keywords ? args.pop().named : {};
      return t.replace(/\{(\w*)\}/g, (_, name) => str(name in named ? named[name] : name === "" ? args.shift() : args[Number(name)]));
    },
    partition: (t, by) => { const i = t.indexOf(by); return i < 0 ? [t, "", ""] : [t.slice(0, i), by, t.slice(i + by.length)]; },
  };
  const LIST = {
    _replace: (row, {named}) => row.made.of(row._fields.map((field, i) => field in named ? named[field] : row[i])),
    _asdict: (row) => new Dict(row._fields.map((field, i) => [field, row[i]])),
    remove: (list, item) => { list.splice(LIST.index(list, item), 1); return null; }, append: (list, item) => { list.push(item); return null; }, extend: (list, more) => { list.push(...iter(more)); return null; },
    index: (list, item) => { const i = list.findIndex((one) => eq(one, item)); return i < 0 ? fail("it is not in the list") : i; },
    count: (list, item) => list.filter((one) => eq(one, item)).length, pop: (list, i = -1) => list.splice(place(list, i), 1)[0],
    groups: (match) => match.slice(1), group: (match, i = 0) => match[i],
    insert: (list, i, item) => { list.splice(Number(i), 0, item); return null; }, tolist: (list) => [...list], copy: (list) => [...list],
    sort: (list, ...options) => { list.splice(0, list.length, ...fun.sorted(list, ...options)); return null; },
    any: (list) => list.flat(9).some(truth), all: (list) => list.flat(9).every(truth), sum: (list) => fun.sum(list.flat(9)),
  };
  const DICT = {
    get: (dict, key, otherwise = null) => dict.get(key, otherwise), items: (dict) => dict.pairs(), keys: (dict) => iter(dict),
    values: (dict) => dict.pairs().map(([, value]) => value), add: (set, item) => { set.set(item, item); return null; },
    update: (dict, more) => { for (const [key, value] of more.pairs()) dict.set(key, value); return null; },
    union: (set, ...more) => new PySet([...all(set), ...more.flatMap(all)]),
    pop: (dict, key, otherwise = null) => { const value = dict.get(key, otherwise); dict.map.delete(id(key)); return value; },
    isdisjoint: (set, other) => !all(other).some((item) => set.has(item)),
    setdefault: (dict, key, value) => { if (!dict.has(key)) dict.set(key, value); return dict.get(key); },
  };
  const NUMBER = {
    bit_count: (n) => BigInt(n).toString(2).split("1").length - 1, bit_length: (n) => Number(n) === 0 ? 0 : BigInt(n).toString(2).length,
    is_integer: (n) => Number.isInteger(Number(n)), item: (n) => n,
  };

  // -- texts --
  const halfEven = (kept, rest) => { // digits, rounded by those behind them as C does
    const up = rest[0] > "5" || rest[0] === "5" && (/[1-9]/.test(rest.slice(1)) || Number(kept.slice(-1)) % 2 === 1);
    return up ? String(BigInt(kept) + 1n).padStart(kept.length, "0") : kept;
  };
  const special = (x) => Number.isNaN(x) ? "nan" : x > 0 ? "inf" : "-inf";
  const minus = (x) => x < 0 || Object.is(x, -0) ? "-" : "";
  const fixed = (x, digits) => {
    if (!Number.isFinite(x)) return special(x);
    const [front, back = ""] = Math.abs(x) < 1e21 ? Math.abs(x).toFixed(Math.min(digits + 60, 100)).split(".") : [String(BigInt(Math.abs(x)))];
    const rounded = halfEven(front + back.slice(0, digits).padEnd(digits, "0"), back.slice(digits) || "0"), n = rounded.length - digits;
    return minus(x) + rounded.slice(0, n) + (digits ? "." + rounded.slice(n) : "");
  };
  const general = (x, digits) => {
    if (!Number.isFinite(x)) return special(x);
    if (x === 0) return minus(x) + "0";
    let [front, e] = Math.abs(x).toExponential().split("e"); // the shortest text for this number: exact enough if short
    if (digits > 15 || front.length > digits + 1 || Math.abs(x) < 1e-300) [front, e] = Math.abs(x).toExponential(Math.min(digits + 60, 100)).split("e");
    const all = front.replace(".", "");
    let found = halfEven(all.slice(0, digits).padEnd(digits, "0"), all.slice(digits) || "0"), power = Number(e);
    if (found.length > digits) { found = found.slice(0, digits); power++; }
    const point = (whole, part) => { part = part.replace(/0+$/, ""); return minus(x) + whole + (part && "." + part); };
    if (power < -4 || power >= digits)
      return point(found[0], found.slice(1)) + "e" + (power < 0 ? "-" : "+") + String(Math.abs(power)).padStart(2, "0");
    return power < 0 ? point("0", "0".repeat(-power - 1) + found) : point(found.slice(0, power + 1), found.slice(power + 1));
  };
  const str = (value) => value === null || value === undefined ? "None" : value === true ? "True" : value === false ? "False"
    : Array.isArray(value) ? "[" + value.map(repr).join(", ") + "]" : String(value);
  const repr = (value) => {
    if (typeof value !== "string") return str(value);
    const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
    const plain = value.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/\t/g, "\\t");
    return mark + (mark === "'" ? plain.replace(/'/g, "\\'") : plain) + mark;
  };
  const SPECS = new Map(); // taken apart
  const format = (value, spec = "") => {
    if (!SPECS.has(spec)) SPECS.set(spec, /^(?:(.)?([<>^]))?([+ ])?(0)?(\d+)?(,)?(\.(\d+))?([a-z%])?$/i.exec(spec) || fail("no format " + spec));
    const [, fill = " ", align, sign = "", zero, width = "0", comma, , digits, kind] = SPECS.get(spec);
    if (!spec) return str(value);
    let text;
    const x = Number(exact(value));
    if (typeof value === "string" || kind === "s") text = digits === undefined ? str(value) : str(value).slice(0, Number(digits));
    else if (kind === "g") text = general(x, Math.max(Number(digits ?? 6), 1));
    else if (kind === "f") text = fixed(x, Number(digits ?? 6));
    else if (kind === "%") text = fixed(100 * x, Number(digits ?? 6)) + "%";
    else if (kind === "x" || kind === "b") text = BigInt(value).toString(kind === "x" ? 16 : 2);
    else text = digits === undefined ? str(value) : general(x, Number(digits));
    if (comma) text = text.replace(/^(-?)(\d+)/, (_, minus, n) => minus + n.replace(/\B(?=(\d{3})+$)/g, ","));
    if (sign && !text.startsWith("-")) text = sign + text;
    if (zero) return text.startsWith("-") ? "-" + padded(text.slice(1), Number(width) - 1, "0", true, false) : padded(text, width, "0", true, false);
    const way = align || (typeof value === "string" ? "<" : ">");
    return padded(text, width, fill, way !== "<", way !== ">");
  };
  const escape = (text, quote = true) => {
    const plain = str(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    return (quote instanceof Keywords ? quote.named.quote : quote) ? plain.replace(/"/g, "&quot;").replace(/'/g, "&#x27;") : plain;
  };

  // -- functions that Python has --
  const extreme = (before) => (...args) => {
    const last = args[args.length - 1], options = last instanceof Keywords ? args.pop().named : {};
    const list = args.length === 1 ? all(args[0]) : args, key = options.key || ((x) => x);
    if (!list.length) return "default" in options ? options.default : fail("of nothing there is no least and no greatest");
    return list.reduce((a, b) => before(key(b), key(a)) ? b : a);
  };
  const fun = {
    len: (x) => x.__len__ ? x.__len__() : x instanceof Dict ? x.size : typeof x === "string" ? [...x].length : x.length,
    range: (from, to, step = 1) => {
      const found = [];
      if (to === undefined) [from, to] = [0, from];
      for (let i = Number(from); step > 0 ? i < to : i > to; i += Number(step)) found.push(i);
      return found;
    },
    enumerate: (list, first = 0) => all(list).map((item, i) => [i + Number(first instanceof Keywords ? first.named.start : first), item]),
    zip: (...lists) => {
      lists = lists.map(all);
      return lists.length ? lists[0].slice(0, Math.min(...lists.map((l) => l.length))).map((_, i) => lists.map((l) => l[i])) : [];
    },
    zip_longest: (...lists) => Array.from({length: Math.max(...lists.map((l) => l.length))}, (_, i) => lists.map((l) => l[i] ?? null)),
    min: extreme(lt), max: extreme((a, b) => lt(b, a)),
    sum: (list, first = 0) => all(list).reduce(ops.Add, first), any: (list) => all(list).some(truth), all: (list) => all(list).every(truth),
    sorted: (list, options) => {
      const {key = (x) => x, reverse = false} = options instanceof Keywords ? options.named : {};
      const found = all(list).map((item) => [key(item), item]);
      found.sort(([a], [b]) => lt(a, b) ? (reverse ? 1 : -1) : lt(b, a) ? (reverse ? -1 : 1) : 0);
      return found.map(([, item]) => item);
    },
    reversed: (list) => all(list).reverse(), abs: (x) => x < 0 ? -x : exact(x),
    int: (x, base = 10) => typeof x === "string" ? parseInt(x, Number(base)) : isWord(x) ? whole(x) : Math.trunc(exact(x)) + 0, // there is no -0
    float: (x) => {
      if (typeof x !== "string") return Number(x);
      const [, sign, rest] = /^\s*([+-]?)(.*?)\s*$/.exec(x), size = /^inf(inity)?$/i.test(rest) ? Infinity : /^nan$/i.test(rest) ? NaN
        : /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(rest) ? Number(rest) : fail("could not convert string to float: " + repr(x));
      return sign === "-" ? -size : size;
    }, str, repr, bool: truth, uint64: (x) => BigInt.asUintN(64, BigInt(exact(x))),
    list: (x = []) => all(x), tuple: (x = []) => all(x), set: (x = []) => new PySet(x), frozenset: (x = []) => new PySet(x),
    dict: (x = []) => new Dict(x instanceof Dict ? x.pairs() : x), iter: (x) => all(x),
    fromkeys: (keys, value = null) => new Dict(all(keys).map((key) => [key, value])),
    map: (f, ...lists) => fun.zip(...lists).map((row) => f(...row)), filter: (f, list) => all(list).filter((x) => truth(f ? f(x) : x)),
    next: (list, otherwise) => list.length ? list.shift() : otherwise === undefined ? fail("there is no next one") : otherwise,
    divmod: (a, b) => [ops.FloorDiv(a, b), ops.Mod(a, b)], round: (x, n = null) => Number(fixed(Number(x), Number(n ?? 0))),
    setattr: (x, name, value) => { x[name] = value; return null; },
    getattr: (x, name, otherwise) => x[name] !== undefined ? x[name] : otherwise === undefined ? fail("there is no " + name) : otherwise,
    isinstance: (x, names) => names.some((name) => x !== null && x.type === name || name === "str" && typeof x === "string"
      || ["tuple", "list"].includes(name) && Array.isArray(x) || name === "dict" && x instanceof Dict || name === "bool" && typeof x === "boolean"
      || (name === "set" || name === "frozenset") && x instanceof PySet
      || name === "int" && (isWord(x) || Number.isInteger(x)) || name === "float" && (x instanceof Number || typeof x === "number" && !Number.isInteger(x))),
    fullmatch: (pattern, text) => new RegExp("^(?:" + pattern + ")$").exec(text), close_matches: closeMatches,
    research: (pattern, text) => new RegExp(pattern).exec(text),
    findall: (pattern, text) => [...text.matchAll(new RegExp(pattern, "g"))].map((match) => match.length > 2 ? match.slice(1) : match[match.length - 1]),
    resplit: (pattern, text, options) => {
      const most = options ? options.named.maxsplit : Infinity, found = [];
      for (let match; found.length < most && (match = new RegExp(pattern).exec(text)) !== null;) {
        found.push(text.slice(0, match.index));
        text = text.slice(match.index + match[0].length);
      }
      return [...found, text];
    },
    resub: (pattern, by, text) => text.replace(new RegExp(pattern, "g"), by.replace(/\\(\d)/g, "$$$1")),
    wrap: (text, width) => text.split(/\s+/).filter(Boolean).reduce((lines, word) => {
      const last = lines[lines.length - 1];
      return last !== undefined && last.length + 1 + word.length <= width ? [...lines.slice(0, -1), last + " " + word] : [...lines, word];
    }, []),
    markup: (text) => escape(text, false), bytes: (list) => String.fromCharCode(...list.map(Number)),
    unescape: (text) => text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => ({amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'"})[name]),
    chr: (n) => String.fromCodePoint(Number(n)), ord: (t) => t.codePointAt(0), escape, format,
    log10: Math.log10, isfinite: (x) => Number.isFinite(Number(x)), lru_cache: () => kept, log: Math.log, isinf: (x) => x === Infinity || x === -Infinity,
    isclose: (a, b) => a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)),
    heappush: (heap, item) => { const i = heap.findIndex((one) => lt(item, one)); heap.splice(i < 0 ? heap.length : i, 0, item); return null; },
    heappop: (heap) => heap.shift(), // kept in order, which is a heap, too
    sqrt: Math.sqrt, floor: (x) => Math.floor(x) + 0, ceil: (x) => Math.ceil(x) + 0, isnan: Number.isNaN, sin: Math.sin, cos: Math.cos, hypot: Math.hypot,
    pow: Math.pow, atan2: Math.atan2, radians: (x) => x * Math.PI / 180,
  };
  function closeMatches(word, names) { // the up to three likest, as `difflib.get_close_matches` finds them
    const longest = (a, b) => {
      let best = [0, 0, 0], ends = [];
      for (let i = 0; i < a.length; i++) {
        const now = [];
        for (let j = 0; j < b.length; j++) if (a[i] === b[j]) {
          const n = now[j] = (ends[j - 1] || 0) + 1;
          if (n > best[2]) best = [i - n + 1, j - n + 1, n];
        }
        ends = now;
      }
      return best;
    };
    const common = (a, b) => {
      const [i, j, n] = longest(a, b);
      return n ? n + common(a.slice(0, i), b.slice(0, j)) + common(a.slice(i + n), b.slice(j + n)) : 0;
    };
    const scored = names.map((name) => [2 * common(name, word) / ((name.length + word.length) || 1), name]).filter(([ratio]) => ratio >= 0.6);
    return scored.sort((x, y) => lt(y, x) ? -1 : 1).slice(0, 3).map(([, name]) => name);
  }
  const added = (a, more) => { if (!Array.isArray(a)) return ops.Add(a, more); a.push(...all(more)); return a; };
  const named = (dict) => Object.fromEntries(dict.pairs());
  return {cached: (name) => new Cached(name), dict: (rows) => new Dict(Object.entries(rows)), Keywords, Dict, PySet, truth, all, each: iter, ops, get, put, fill, slice, call: (names, ...more) => call(names.split(" "), ...more), tuple, type, method, named, added, fun, format, str, fail};
})();
if (typeof module !== "undefined") module.exports = {py};
