//! Going back: a genuine snapshot goes on as the world did, and a damaged one is refused.

use sinew::World;

use crate::document::document;
use crate::running::{Own, Script, seen};

/// Where the sum of a snapshot stands, and where what it is the sum of begins.
const SUM: std::ops::Range<usize> = 20..28;

/// Goes back to snapshots of a world of the document, steps on, and damages one.
///
/// # Panics
/// A promise of snapshots is broken.
pub fn restore(bytes: &[u8]) {
    let Some(document) = document(bytes) else { return };
    let (script, own) = (Script::of(&document), Own::new(&document));
    let mut running = own.world(&script);
    for inputs in &script.steps {
        for input in inputs {
            // What cannot be done is refused.
            let _ = running.apply(input.clone());
        }
        running.step();
    }
    check_snapshots(running.into_world(), &script.damage);
}

/// Goes back to a snapshot of a world, steps on, and damages it.
pub(crate) fn check_snapshots(mut world: World, damaged: &[[u8; 3]]) {
    let past = world.snapshot();
    let then = seen(&world);
    (0..3).for_each(|_| world.step());
    let (later, end) = (seen(&world), world.snapshot());
    assert_eq!(world.restore(&past), Ok(()), "a genuine snapshot is refused");
    assert_eq!(seen(&world), then, "going back leads elsewhere");
    assert!(world.snapshot() == past, "a snapshot of what was gone back to is another");
    (0..3).for_each(|_| world.step());
    assert_eq!(seen(&world), later, "the second time goes on otherwise");
    assert_eq!(difference(&world.snapshot(), &end), None, "the second time is another inside");
    damage(&mut world, &past, damaged);
}

/// The first place at which two snapshots differ, behind their sums, and how long they are.
fn difference(a: &[u8], b: &[u8]) -> Option<(usize, usize, usize)> {
    let place = a.iter().zip(b).skip(SUM.end).position(|(a, b)| a != b);
    (a != b).then(|| (place.map_or(a.len().min(b.len()), |place| place + SUM.end), a.len(), b.len()))
}

/// Damages a snapshot, without and with a sum that fits.
fn damage(world: &mut World, genuine: &[u8], damage: &[[u8; 3]]) {
    let before = world.snapshot();
    let mut bytes = genuine.to_vec();
    for [high, low, value] in damage {
        let place = usize::from(*high) << 8 | usize::from(*low);
        let place = place * bytes.len() / (1 << 16);
        bytes[place] = bytes[place].wrapping_add(*value);
    }
    if bytes != genuine {
        assert!(world.restore(&bytes).is_err(), "a damaged snapshot is taken");
        assert!(world.snapshot() == before, "a refused snapshot has changed the world");
    }
    if let Some([high, ..]) = damage.first() {
        let length = bytes.len() * usize::from(*high) / 256;
        assert!(world.restore(&genuine[..length]).is_err(), "a cut snapshot is taken");
    }
    // FNV-1a, so that what is behind the sum is looked at. Forged so, what is taken is stepped, and can go back to what is genuine.
    let sum = bytes[SUM.end..]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    bytes[SUM].copy_from_slice(&sum.to_le_bytes());
    if world.restore(&bytes).is_err() {
        assert!(world.snapshot() == before, "a refused snapshot has changed the world");
    } else {
        // Refused or not, but never a panic.
        (0..3).for_each(|_| world.step());
    }
    assert_eq!(world.restore(&before), Ok(()), "a genuine snapshot is refused behind a forged one");
    assert!(world.snapshot() == before, "a forged snapshot has left something behind");
}
