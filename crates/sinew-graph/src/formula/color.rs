//! Colours (section "Color Model Conversion Operations"), with the constants of the text.

use sinew_model::math::double;

fn product(rows: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    rows.map(|row| row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2])
}

/// `math/rgbToOkLCh`: lightness, chroma, hue.
pub(crate) fn to_ok_lch(rgb: [f64; 3]) -> [f64; 3] {
    let cones = product(
        [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ],
        rgb,
    );
    let [l, a, b] = product(
        [
            [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
        ],
        cones.map(double::cbrt),
    );
    [l, (a * a + b * b).sqrt(), double::atan2(b, a)]
}

/// `math/rgbFromOkLCh`.
pub(crate) fn from_ok_lch([l, c, h]: [f64; 3]) -> [f64; 3] {
    let cones = product(
        [
            [1.0, 0.396_337_777_4, 0.215_803_757_3],
            [1.0, -0.105_561_345_8, -0.063_854_172_8],
            [1.0, -0.089_484_177_5, -1.291_485_548_0],
        ],
        [l, c * double::cos(h), c * double::sin(h)],
    );
    product(
        [
            [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
            [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
            [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
        ],
        cones.map(|cone| cone * cone * cone),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// White is as light as can be, without chroma; a colour comes back. The constants have ten digits.
    #[test]
    fn white_has_no_chroma_and_colours_come_back() {
        let [l, c, _] = to_ok_lch([1.0; 3]);
        assert!((l - 1.0).abs() < 1e-6 && c < 1e-6);
        let red = from_ok_lch(to_ok_lch([1.0, 0.0, 0.0]));
        assert!((red[0] - 1.0).abs() < 1e-6 && red[1].abs() < 1e-6 && red[2].abs() < 1e-6, "{red:?}");
    }
}
