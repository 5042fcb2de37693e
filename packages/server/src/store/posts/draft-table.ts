/** A post that waits for its approval, or has become a post. */
export interface DraftTable {
  id: string;
  workspace_id: string;
  /** Profile that it is for. An approved draft outlives it. */
  profile_id: string;
  /** Slug of the profile, also once that is gone. */
  profile_slug: string;
  /** Slug of the profile that it was asked for, which stays when it is moved. */
  requested_profile: string;
  status: 'draft' | 'approved';
  /** JSON of `DraftContent`. */
  content: string;
  /** Bytes of the content. */
  bytes: number;
  /** JSON of `Person`, like the next two. */
  written_by: string;
  /** Person of the last change; null for none. */
  edited_by: string | null;
  /** JSON object: for the people whose last logged edit is recent, its instant by their kind and id; null for none. */
  logged_edits: string | null;
  approved_by: string | null;
  approved_at: string | null;
  /** Id of the post; null before the approval. */
  post_id: string | null;
  /** Idempotency-Key under which it was made as a post, and under which that post is known after the approval; null without one. */
  idempotency_key: string | null;
  created_at: string;
  /** Instant of the last change; later than that of the change before. */
  updated_at: string;
}
