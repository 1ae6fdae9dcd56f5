//! JSON values, and how types are read from them. `pentarch bot types .` writes this folder anew.

use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// What can be read from a JSON value; the error says what is wrong.
pub trait Read: Sized {
    fn read(json: &Json) -> Result<Self, String>;
}

impl Json {
    /// Reads a whole text.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value()?;
        match parser.peek() {
            None => Ok(value),
            Some(_) => parser.fail(),
        }
    }

    /// The value of a field, if it is there.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.get(name),
            _ => None,
        }
    }

    /// A field that must be there.
    pub fn field<T: Read>(&self, name: &str) -> Result<T, String> {
        let value = self
            .get(name)
            .ok_or_else(|| format!("there is no field {name}"))?;
        T::read(value).map_err(|error| format!("{name}: {error}"))
    }

    /// A field that may be missing, which means that it has the value that is nothing.
    pub fn field_or_default<T: Read + Default>(&self, name: &str) -> Result<T, String> {
        match self.get(name) {
            Some(_) => self.field(name),
            None => Ok(T::default()),
        }
    }
}

impl Read for Json {
    fn read(json: &Json) -> Result<Self, String> {
        Ok(json.clone())
    }
}

impl Read for bool {
    fn read(json: &Json) -> Result<Self, String> {
        match json {
            Json::Bool(value) => Ok(*value),
            _ => Err("neither true nor false".to_string()),
        }
    }
}

impl Read for i64 {
    fn read(json: &Json) -> Result<Self, String> {
        match json {
            Json::Number(value) => Ok(*value as i64),
            _ => Err("no number".to_string()),
        }
    }
}

impl Read for String {
    fn read(json: &Json) -> Result<Self, String> {
        match json {
            Json::Text(value) => Ok(value.clone()),
            _ => Err("no text".to_string()),
        }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(json: &Json) -> Result<Self, String> {
        match json {
            Json::Null => Ok(None),
            value => T::read(value).map(Some),
        }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(json: &Json) -> Result<Self, String> {
        match json {
            Json::List(items) => items.iter().map(T::read).collect(),
            _ => Err("no list".to_string()),
        }
    }
}

impl<T: Read> Read for BTreeMap<String, T> {
    fn read(json: &Json) -> Result<Self, String> {
        match json {
            Json::Object(fields) => fields
                .iter()
                .map(|(name, value)| Ok((name.clone(), T::read(value)?)))
                .collect(),
            _ => Err("no object".to_string()),
        }
    }
}

/// A text as JSON writes it.
pub fn quoted(text: &str) -> String {
    let mut found = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => found.extend(['\\', letter]),
            '\u{0}'..='\u{1f}' => found.push_str(&format!("\\u{:04x}", letter as u32)),
            _ => found.push(letter),
        }
    }
    found + "\""
}

/// Reads a text from left to right.
struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn value(&mut self) -> Result<Json, String> {
        match self.peek() {
            Some(b'{') => self.object(),
            Some(b'[') => self.list(),
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    fn object(&mut self) -> Result<Json, String> {
        let mut found = BTreeMap::new();
        self.expect(b'{')?;
        while !self.ends(b'}', found.is_empty())? {
            let name = self.string()?;
            self.expect(b':')?;
            found.insert(name, self.value()?);
        }
        Ok(Json::Object(found))
    }

    fn list(&mut self) -> Result<Json, String> {
        let mut found = Vec::new();
        self.expect(b'[')?;
        while !self.ends(b']', found.is_empty())? {
            found.push(self.value()?);
        }
        Ok(Json::List(found))
    }

    /// Whether the list ends here; if not, the next item follows.
    fn ends(&mut self, bracket: u8, is_first: bool) -> Result<bool, String> {
        if self.peek() == Some(bracket) {
            self.at += 1;
            return Ok(true);
        }
        if !is_first {
            self.expect(b',')?;
        }
        Ok(false)
    }

    fn string(&mut self) -> Result<String, String> {
        let mut found = String::new();
        self.expect(b'"')?;
        loop {
            let rest = &self.text[self.at..];
            let Some(end) = rest.find(['"', '\\']) else {
                return self.fail();
            };
            found.push_str(&rest[..end]);
            self.at += end + 1;
            if rest.as_bytes()[end] == b'"' {
                return Ok(found);
            }
            found.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let Some(letter) = self.text[self.at..].chars().next() else {
            return self.fail();
        };
        self.at += letter.len_utf8();
        Ok(match letter {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let mut units = vec![self.hexadecimal()?];
                if (0xd800..0xdc00).contains(&units[0]) {
                    self.at += 2; // the \u of the second half
                    units.push(self.hexadecimal()?);
                }
                char::decode_utf16(units)
                    .next()
                    .and_then(Result::ok)
                    .unwrap_or('\u{fffd}')
            }
            other => other,
        })
    }

    fn hexadecimal(&mut self) -> Result<u16, String> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or("");
        self.at += 4;
        u16::from_str_radix(digits, 16).map_err(|error| error.to_string())
    }

    fn number(&mut self) -> Result<Json, String> {
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c: char| !"+-.eE0123456789".contains(c))
            .unwrap_or(rest.len());
        let Ok(value) = rest[..end].parse() else {
            return self.fail();
        };
        self.at += end;
        Ok(Json::Number(value))
    }

    fn word(&mut self, name: &str, value: Json) -> Result<Json, String> {
        if !self.text[self.at..].starts_with(name) {
            return self.fail();
        }
        self.at += name.len();
        Ok(value)
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn expect(&mut self, wanted: u8) -> Result<(), String> {
        if self.peek() != Some(wanted) {
            return self.fail();
        }
        self.at += 1;
        Ok(())
    }

    fn fail<T>(&self) -> Result<T, String> {
        Err(format!("no JSON at byte {}", self.at))
    }
}
