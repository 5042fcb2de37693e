// Publishes a picture of one's own with a description.
import { createClient } from '@social/sdk';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
const client = createClient();

const stored = await client.media.uploadMedia({ file: new Blob([Buffer.from(pixel, 'base64')]) });
const post = await client.posts.createPost({
  text: 'Our new colour',
  platforms: ['profnet'],
  media: [{ url: stored.url, alt: 'A single red pixel' }],
});
console.log(stored.contentType, post.platformResults['profnet']?.state);
