/** Makers and models that programs write into the names of tracks and of themselves. */
const DEVICES =
  /iphone|ipad|gopro|\bhero\d|dji|mavic|osmo|galaxy|samsung|\bsm-|pixel|xiaomi|redmi|huawei|honor|oneplus|oppo|vivo|motorola|nokia|sony|xperia|canon|nikon|panasonic|lumix|olympus|fujifilm|leica|insta360|garmin|ricoh|theta|blackmagic|hikvision/i;

/** Returns true when a text names a device. */
export function namesDevice(text: string): boolean {
  return DEVICES.test(text);
}
