import type { NewActivity } from '../../store/activity-log.ts';
import type { WebhookEndpointRow } from '../../store/webhooks/webhook-endpoints.ts';

/** Makes the log entry of a change of an endpoint. @param reason why the endpoint receives no more events */
export function endpointActivity(
  { id, workspace_id, url, description }: WebhookEndpointRow,
  action: 'webhook.created' | 'webhook.deleted' | 'webhook.paused',
  at: string,
  reason?: string,
): NewActivity {
  const { host } = new URL(url);
  return {
    ...{ workspace_id, action, platform: null, profile_id: null, profile_name: '', created_at: at },
    status: action === 'webhook.paused' ? 'failed' : 'success',
    // The address may hold a secret.
    metadata: { endpointId: id, host, ...(description !== null && { description }), ...(reason && { error: reason }) },
  };
}
