/**
 * Minutes from UTC of the zones that feeds name. RFC 822 has the ones of North America; the others are taken for the zone with
 * the most people.
 */
const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0 },
  ...{ est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 },
  ...{ akst: -540, akdt: -480, hst: -600, ast: -240, adt: -180, nst: -210, ndt: -150, brt: -180, art: -180, clt: -240 },
  ...{
    bst: 60,
    west: 60,
    cet: 60,
    met: 60,
    mez: 60,
    cest: 120,
    mest: 120,
    mesz: 120,
    eet: 120,
    sast: 120,
    eest: 180,
    trt: 180,
  },
  ...{
    msk: 180,
    мск: 180,
    ist: 330,
    pkt: 300,
    ict: 420,
    wib: 420,
    hkt: 480,
    sgt: 480,
    pht: 480,
    awst: 480,
    jst: 540,
    kst: 540,
  },
  ...{ acst: 570, acdt: 630, aest: 600, aedt: 660, nzst: 720, nzdt: 780 },
};

/**
 * Reads a zone: an offset, a name or a place such as `Europe/Berlin`. Without one, it is UTC.
 * @param local time there, as if it were UTC, in milliseconds @returns minutes from UTC; undefined for an unknown zone
 */
export function minutesFromUtc(zone: string, local: number): number | undefined {
  if (zone === '') return 0;
  const [, sign, hours = '', minutes = '0'] = /^(?:utc|gmt|ut|z)? ?([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined) {
    const offset = Number(hours) * 60 + Number(minutes);
    return offset > 14 * 60 || Number(minutes) > 59 ? undefined : offset * (sign === '-' ? -1 : 1);
  }
  // RFC 2822, section 4.3: what the letters of the military mean is not known, so they are UTC.
  if (/^[a-ik-y]$/.test(zone)) return 0;
  const named = Object.hasOwn(ZONES, zone) ? ZONES[zone] : undefined;
  return named ?? (zone.includes('/') ? minutesAt(zone, local) : undefined);
}

function minutesAt(place: string, local: number): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: place, timeZoneName: 'longOffset' });
    const name = format.formatToParts(local).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return minutesFromUtc(name.toLowerCase(), local);
  } catch {
    return undefined;
  }
}
