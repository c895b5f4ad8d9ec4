"""What is made from the routes: the OpenAPI document, the page of roles, and the client's TypeScript types."""
