export interface ProfileTable {
  id: string;
  workspace_id: string;
  name: string;
  slug: string;
  is_default: number;
  created_at: string;
}

/** Weekly times of a profile. A profile without a row has none. */
export interface SlotTimesTable {
  profile_id: string;
  /** IANA name. */
  time_zone: string;
  /** JSON list of weekday and time, Monday first. */
  times: string;
}
