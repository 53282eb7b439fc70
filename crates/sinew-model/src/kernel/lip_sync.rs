//! From the visemes of speech to the mouth of an avatar.
//!
//! Analysers of speech report fifteen visemes, after the mouth shapes of MPEG-4; avatars have five mouths (`VRMC_vrm` 1.0, "Lip
//! Sync Procedural"). The five vowels are each their own mouth. Consonants open the mouth a little, in the shape of the vowel
//! that the lips are nearest to; the lips are closed for silence, and for p, b and m.

/// A mouth shape of speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viseme {
    /// No speech.
    Silence,
    /// p, b, m.
    Pp,
    /// f, v.
    Ff,
    /// th.
    Th,
    /// t, d.
    Dd,
    /// k, g.
    Kk,
    /// ch, j, sh.
    Ch,
    /// s, z.
    Ss,
    /// n, l.
    Nn,
    /// r.
    Rr,
    /// As in "car".
    Aa,
    /// As in "bed".
    E,
    /// As in "tip".
    Ih,
    /// As in "toe".
    Oh,
    /// As in "book".
    Ou,
}

/// The values of the expressions of a mouth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mouth {
    /// Of `aa`.
    pub aa: f32,
    /// Of `ih`.
    pub ih: f32,
    /// Of `ou`.
    pub ou: f32,
    /// Of `ee`.
    pub ee: f32,
    /// Of `oh`.
    pub oh: f32,
}

impl Mouth {
    /// The values by the names of their expressions.
    pub fn values(self) -> [(&'static str, f32); 5] {
        [("aa", self.aa), ("ih", self.ih), ("ou", self.ou), ("ee", self.ee), ("oh", self.oh)]
    }
}

impl Viseme {
    /// The mouth of a viseme alone.
    pub fn mouth(self) -> Mouth {
        let shut = Mouth::default();
        match self {
            Self::Silence | Self::Pp => shut,
            Self::Ff => Mouth { ou: 0.2, ..shut },
            Self::Th | Self::Dd | Self::Nn => Mouth { ih: 0.3, ..shut },
            Self::Kk => Mouth { ee: 0.3, ..shut },
            Self::Ch => Mouth { ou: 0.4, ..shut },
            Self::Ss => Mouth { ih: 0.4, ..shut },
            Self::Rr => Mouth { ou: 0.3, ..shut },
            Self::Aa => Mouth { aa: 1.0, ..shut },
            Self::E => Mouth { ee: 1.0, ..shut },
            Self::Ih => Mouth { ih: 1.0, ..shut },
            Self::Oh => Mouth { oh: 1.0, ..shut },
            Self::Ou => Mouth { ou: 1.0, ..shut },
        }
    }
}

/// The mouth of visemes with weights of at least 0; others count as 0. Where the weights add up to more than 1 they count in
/// proportion, so that the mouth is never opened twice.
pub fn mouth(visemes: &[(Viseme, f32)]) -> Mouth {
    let weight = |weight: f32| if weight > 0.0 { weight.min(1.0) } else { 0.0 };
    let sum: f32 = visemes.iter().map(|(_, it)| weight(*it)).sum();
    let share = 1.0 / sum.max(1.0);
    visemes.iter().fold(Mouth::default(), |mouth, (viseme, it)| {
        let (own, weight) = (viseme.mouth(), weight(*it) * share);
        Mouth {
            aa: mouth.aa + own.aa * weight,
            ih: mouth.ih + own.ih * weight,
            ou: mouth.ou + own.ou * weight,
            ee: mouth.ee + own.ee * weight,
            oh: mouth.oh + own.oh * weight,
        }
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers have no rounding in them")]
mod tests {
    use super::*;

    #[test]
    fn a_vowel_is_its_own_mouth_and_silence_is_shut() {
        let vowels = [Viseme::Aa, Viseme::Ih, Viseme::Ou, Viseme::E, Viseme::Oh];
        for (place, viseme) in vowels.into_iter().enumerate() {
            let values = mouth(&[(viseme, 0.5)]).values().map(|(_, value)| value);
            let mut expected = [0.0; 5];
            expected[place] = 0.5;
            assert_eq!(values, expected, "{viseme:?}");
        }
        assert_eq!(mouth(&[(Viseme::Silence, 1.0), (Viseme::Pp, 1.0)]), Mouth::default());
        assert_eq!(mouth(&[]), Mouth::default());
    }

    #[test]
    fn weights_of_more_than_one_share_the_mouth() {
        let both = mouth(&[(Viseme::Aa, 1.0), (Viseme::Ou, 1.0)]);
        assert_eq!((both.aa, both.ou), (0.5, 0.5));
        let fading = mouth(&[(Viseme::Aa, 0.25), (Viseme::Silence, 0.75)]);
        assert_eq!(fading.aa, 0.25);
        assert_eq!(mouth(&[(Viseme::Aa, f32::NAN), (Viseme::Oh, -1.0)]), Mouth::default());
        assert_eq!(mouth(&[(Viseme::Aa, f32::INFINITY)]).aa, 1.0);
    }
}
